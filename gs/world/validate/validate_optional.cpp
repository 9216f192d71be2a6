// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/glb/glb.h"
#include "gs/assets/image/png.h"
#include "gs/assets/rad/rad.h"
#include "gs/core/file.h"
#include "gs/core/json/json.h"
#include "gs/world/lod_file.h"
#include "gs/world/paths.h"
#include "gs/world/validate/validate.h"

namespace gs::world {
namespace {

constexpr std::size_t kRecommendedTriangles = 10'000'000;

void check_json(const fs::path& path, const std::string& file, Problems& problems) {
  const auto document = read_json(path);
  if (!document) problems.add(Severity::error, Error(document.error()), file);
}

void check_mesh(const fs::path& path, const std::string& file, Problems& problems) {
  const auto mesh = assets::read_glb(path);
  if (!mesh) return problems.add(Severity::error, Error(mesh.error()), file);
  if (mesh->triangle_count() <= kRecommendedTriangles) return;
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::invalid_data,
                .file = file,
                .message = format("has {} triangles", mesh->triangle_count()),
                .allowed = "at most 10,000,000 are recommended"});
}

// Decodes the whole image, as the renderer will.
void check_sky(const fs::path& path, const std::string& file, Problems& problems) {
  const auto image = assets::read_png(path);
  if (!image) return problems.add(Severity::error, Error(image.error()), file);
  if (image->width == 2 * image->height) return;
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::invalid_data,
                .file = file,
                .message = format("is {} x {} pixels", image->width, image->height),
                .allowed = "twice as wide as high (equirectangular)"});
}

// Reads the whole tree and compares its comment with the Gaussians of the bundle.
void check_lod(const BundleParts& parts, const fs::path& path, const std::string& file, Problems& problems) {
  const auto tree = assets::check_rad(path);
  if (!tree) return problems.add(Severity::error, Error(tree.error()), file);
  const auto gaussians = resolve_in_bundle(parts.folder, parts.index->background);
  const auto expected = gaussians ? lod_comment(*gaussians) : gaussians.error();
  if (!expected || tree->comment == *expected) return;  // Gaussians that cannot be read have their own error
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::invalid_data,
                .file = file,
                .message = format("was made of other Gaussians than {}", parts.index->background),
                .hint = "build the bundle again with output.lod: true, or remove gaussians.lod from world.yaml"});
}

void check_image(const fs::path& path, const std::string& file, Problems& problems) {
  const auto bytes = MappedFile::open(path);
  if (!bytes) return problems.add(Severity::warning, Error(bytes.error()), file);
  if (const auto info = assets::inspect_png(bytes->bytes()); !info)
    problems.add(Severity::warning, Error(info.error()), file);
}

}  // namespace

void check_optional_files(BundleParts& parts, Problems& problems) {
  const WorldYaml& index = *parts.index;
  using Check = void (*)(const fs::path&, const std::string&, Problems&);
  // A listed file must exist; its content is checked if there is a check for it.
  const auto look = [&](const std::optional<std::string>& file, Severity when_missing, Check check) {
    if (!file) return;
    parts.files.push_back(*file);
    const auto path = find_in_bundle(parts.folder, *file, when_missing, problems);
    if (path && check != nullptr) check(*path, *file, problems);
  };
  look(index.sky, Severity::error, check_sky);
  if (index.lod) {
    parts.files.push_back(*index.lod);
    const auto path = find_in_bundle(parts.folder, *index.lod, Severity::error, problems);
    if (path) check_lod(parts, *path, *index.lod, problems);
  }
  look(index.static_mesh, Severity::error, check_mesh);
  look(index.quality, Severity::error, check_json);
  look(index.report, Severity::error, check_json);
  // Previews are for users only; programs do not read them.
  look(index.overview, Severity::warning, check_image);
  look(index.trajectory_image, Severity::warning, check_image);
  look(index.report_page, Severity::warning, nullptr);
  for (const std::string& preview : index.preview_cameras) look(preview, Severity::warning, nullptr);
}

}  // namespace gs::world
