// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_train/commands.h"
#include "gs/builder/drivestudio/matrix_text.h"
#include "gs/builder/import_gaussians.h"
#include "gs/core/folders/overlap.h"
#include "gs/core/log.h"
#include "gs/splat/model/ply.h"

namespace gs {
namespace {

Result<std::size_t> convert(const fs::path& file, const fs::path& matrix, ImportOptions options, const fs::path& output,
                            bool standard) {
  if (!matrix.empty()) {
    GS_TRY(options.map_from_model, read_matrix(matrix));
  }
  GS_TRY(const ImportedGaussians imported, import_gaussians(file, options));
  for (const std::string& warning : imported.warnings) log_message(LogLevel::warning, "warning: " + warning);
  std::printf("%s", imported.kind.c_str());
  if (imported.step) std::printf(", step %lld", static_cast<long long>(*imported.step));
  GS_CHECK(save_ply(output, imported.cloud.view(), standard ? PlyFlavor::standard : PlyFlavor::bundle));
  std::printf(", SH degree %d: ", imported.cloud.sh_degree());
  return imported.cloud.size();
}

}  // namespace

int run_import(CommandLine& line) {
  fs::path file, output, matrix;
  ImportOptions options;
  std::string flavor = "bundle";
  bool force = false;
  line.positional("file", file, "Gaussians trained elsewhere: .ply, .splat, .spz, .npz, .pth, .pt or .ckpt");
  line.required("output", output, "the PLY to write");
  line.option("force", force, "replace an existing file");
  line.option("map_from_model", matrix, "text file of 12 or 16 numbers, row by row, that turns them into map");
  line.option("scale", options.scale, "metres in one of its units, before they are turned", Range{1e-6, 1e6});
  line.option("flavor", flavor, "bundle: quaternions x y z w; standard: w x y z, for public viewers",
              Choices{{"bundle", "standard"}});
  line.example(
      "gs-train import checkpoint_final.pth --output point_cloud.ply --map-from-model data/000/extrinsics/000_0.txt");
  if (const auto exit = line.parse()) return *exit;
  if (const auto allowed = check_output_file(file, output, force); !allowed) {
    return report_error(allowed.error(), kExitUsage);
  }
  const auto count = convert(file, matrix, options, output, flavor == "standard");
  if (!count) return report_error(count.error(), kExitInput);
  std::printf("%zu Gaussians in %s\n", *count, output.c_str());
  return 0;
}

}  // namespace gs
