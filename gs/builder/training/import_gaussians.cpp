// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/training/import_gaussians.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "gs/assets/npz/npz_gaussians.h"
#include "gs/assets/spz/spz.h"
#include "gs/assets/torch/torch_gaussians.h"
#include "gs/builder/training/drivestudio/sky_bake.h"
#include "gs/splat/model/ply.h"
#include "gs/splat/model/splat_file.h"
#include "gs/splat/model/transform.h"

namespace gs::builder {
namespace {

Result<ImportedGaussians> from_ply(const std::filesystem::path& file) {
  GS_TRY(splat::GaussianCloud cloud, splat::load_ply(file, {.source = splat::PlySource::imported}));
  return ImportedGaussians{.cloud = std::move(cloud), .kind = "Gaussian PLY"};
}
Result<ImportedGaussians> from_splat(const std::filesystem::path& file) {
  GS_TRY(splat::GaussianCloud cloud, splat::load_splat(file));
  return ImportedGaussians{.cloud = std::move(cloud), .kind = ".splat file"};
}
Result<ImportedGaussians> from_spz(const std::filesystem::path& file) {
  GS_TRY(assets::SpzCloud spz, assets::load_spz(file));
  return ImportedGaussians{.cloud = std::move(spz.cloud), .kind = ".spz file"};
}
Result<ImportedGaussians> from_npz(const std::filesystem::path& file) {
  GS_TRY(splat::GaussianCloud cloud, assets::load_npz_gaussians(file, {.quaternion_order = splat::QuaternionOrder::wxyz,
                                                                       .source = splat::PlySource::imported}));
  return ImportedGaussians{.cloud = std::move(cloud), .kind = ".npz archive"};
}
// Checkpoints may contain models that a cloud cannot represent; each one is a warning.
Result<ImportedGaussians> from_torch(const std::filesystem::path& file) {
  GS_TRY(assets::TorchGaussians trained, assets::load_torch_gaussians(file));
  ImportedGaussians out{.cloud = std::move(trained.cloud),
                        .kind = std::string(to_string(trained.maker)) + " checkpoint",
                        .step = trained.step};
  for (const std::string& model : trained.not_taken) {
    out.warnings.push_back(format("model '{}' is not a cloud of Gaussians and is left out", model));
  }
  out.sky = std::move(trained.sky);
  if (trained.dropped > 0)
    out.warnings.push_back(format("{} Gaussians with values that are not finite are left out", trained.dropped));
  return out;
}

// Reader by file extension.
struct KindRow {
  std::string_view ending;
  Result<ImportedGaussians> (*load)(const std::filesystem::path&);
};
constexpr std::array<KindRow, 7> kKinds{{{".ply", from_ply},
                                         {".splat", from_splat},
                                         {".spz", from_spz},
                                         {".npz", from_npz},
                                         {".pth", from_torch},
                                         {".pt", from_torch},
                                         {".ckpt", from_torch}}};

}  // namespace

Result<ImportedGaussians> import_gaussians(const std::filesystem::path& file, const ImportOptions& options) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto kind = std::ranges::find(kKinds, ending, &KindRow::ending);
  if (kind == kKinds.end()) {
    return fail(ErrorCode::unsupported, "cannot import Gaussians from '{}' files: {}", ending, file.string())
        .with_hint("supported are .ply, .splat, .spz, .npz, .pth, .pt and .ckpt");
  }
  GS_TRY(ImportedGaussians out, kind->load(file));
  // Without a transform the model is taken as given in map.
  const bool moved = options.map_from_model != Rigid3d{} || options.scale != 1;
  if (moved) splat::transform(out.cloud.view(), options.map_from_model, options.scale);
  if (out.sky.empty()) return out;
  if (moved) {  // the direction of gravity is known only then
    GS_TRY(out.cloud, with_sky(out.cloud, out.sky, options.map_from_model));
  } else {
    out.warnings.push_back("its sky is left out: the up direction of the model is unknown without map_from_model");
  }
  return out;
}

}  // namespace gs::builder
