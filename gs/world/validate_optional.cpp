// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/file.h"
#include "gs/world/json_document.h"
#include "gs/world/validate.h"

namespace gs {
namespace {

void check_json(const fs::path& path, const std::string& file, Problems& problems) {
  const auto document = read_json(path);
  if (!document) problems.add(Severity::error, Error(document.error()), file);
}

// PNG specification (third edition), section 5.2.
void check_png(const fs::path& path, const std::string& file, Problems& problems) {
  constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
  const auto bytes = MappedFile::open(path, MappedFile::Access::random);
  if (!bytes) return problems.add(Severity::error, Error(bytes.error()), file);
  if (as_text(bytes->bytes()).starts_with(kSignature)) return;
  problems.add({.code = ErrorCode::corrupt, .file = file, .message = "is no PNG image", .allowed = "a PNG file"});
}

}  // namespace

void check_optional_files(BundleParts& parts, Problems& problems) {
  const WorldYaml& index = *parts.index;
  using Check = void (*)(const fs::path&, const std::string&, Problems&);
  const auto look = [&](const std::optional<std::string>& file, Severity when_missing, Check check) {
    if (!file) return;
    parts.files.push_back(*file);
    const auto path = find_in_bundle(parts.folder, *file, when_missing, problems);
    if (path && check != nullptr) check(*path, *file, problems);
  };
  look(index.sky, Severity::error, check_png);
  look(index.quality, Severity::error, check_json);
  look(index.report, Severity::error, check_json);
  // Previews are for people; nothing reads them.
  look(index.overview, Severity::warning, check_png);
  for (const std::string& preview : index.preview_cameras) look(preview, Severity::warning, nullptr);
}

}  // namespace gs
