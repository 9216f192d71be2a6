// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_train/commands.h"
#include "gs/builder/training/drivestudio/matrix_text.h"
#include "gs/builder/training/import_gaussians.h"
#include "gs/core/folders/overlap.h"
#include "gs/core/log.h"
#include "gs/splat/model/ply.h"

namespace gs {
namespace {

// Reads the Gaussians, transforms them to the map frame and writes the PLY. Returns their number.
Result<std::size_t> import_file(const fs::path& file, const fs::path& matrix, builder::ImportOptions options,
                                const fs::path& output, bool standard) {
  if (!matrix.empty()) {
    GS_TRY(options.map_from_model, builder::read_matrix(matrix));
  }
  GS_TRY(const builder::ImportedGaussians imported, builder::import_gaussians(file, options));
  for (const std::string& warning : imported.warnings) log_message(LogLevel::warning, "warning: " + warning);
  std::printf("%s", imported.kind.c_str());
  if (imported.step) std::printf(", step %lld", static_cast<long long>(*imported.step));
  // The summary is one line: format and step here, the number of Gaussians after a successful write.
  GS_CHECK(
      splat::save_ply(output, imported.cloud.view(), standard ? splat::PlyFlavor::standard : splat::PlyFlavor::bundle));
  std::printf(", SH degree %d: ", imported.cloud.sh_degree());
  return imported.cloud.size();
}

}  // namespace

int run_import(config::CommandLine& line) {
  fs::path file, output, matrix;
  builder::ImportOptions options;
  std::string flavor = "bundle";
  bool force = false;
  line.positional("file", file, "Gaussians of another trainer: .ply, .splat, .spz, .npz, .pth, .pt or .ckpt");
  line.required("output", output, "PLY file to write");
  line.option("force", force, "replace an existing file");
  line.option("map_from_model", matrix,
              "text file with a 3x4 or 4x4 matrix, row by row, that transforms model to map coordinates");
  line.option("scale", options.scale, "metres per unit of the model, applied before map_from_model", Range{1e-6, 1e6});
  line.option("flavor", flavor, "bundle: quaternions x y z w; standard: w x y z, for public viewers",
              Choices{{"bundle", "standard"}});
  line.example(
      "gs-train import checkpoint_final.pth --output point_cloud.ply --map-from-model data/000/extrinsics/000_0.txt");
  if (const auto exit = line.parse()) return *exit;
  // Refuse to overwrite the input or, without --force, any existing file.
  if (const auto allowed = check_output_file(file, output, force); !allowed) {
    return config::report_error(allowed.error(), config::kExitUsage);
  }
  const auto count = import_file(file, matrix, options, output, flavor == "standard");
  if (!count) return config::report_error(count.error(), kExitInput);
  std::printf("%zu Gaussians in %s\n", *count, output.c_str());
  return 0;
}

}  // namespace gs
