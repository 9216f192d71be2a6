// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_train/commands.h"

#include <cstdio>

#include "gs/core/folders/overlap.h"
#include "gs/core/log.h"
#include "gs/dataset/open_dataset.h"
#include "gs/splat/train/packed/packed_dataset.h"

namespace gs {

int run_pack(config::CommandLine& line) {
  std::filesystem::path folder, output;
  dataset::DatasetOptions options{.actors = false};  // a .gsds file holds none
  bool force = false;
  line.positional("dataset", folder, "data set in any format that gs-train reads");
  line.positional("output", output, "packed data set to write, a .gsds file");
  line.option("force", force, "replace an existing file");
  line.option("frame_stride", options.frame_stride, "use every n-th frame of a camera", Range{1, 1e6});
  line.option("masks", options.masks, "ignore masked pixels");
  line.example("gs-train pack 02_drivesim_dataset drive.gsds");
  if (const auto exit = line.parse()) return *exit;
  if (const auto allowed = check_output_file(folder, output, force); !allowed) {
    return config::report_error(allowed.error(), config::kExitUsage);
  }
  // Read the data set like training does, with all images decoded.
  TerminalProgress progress;
  Problems problems;
  auto opened = dataset::open_dataset(folder, options, problems, progress);
  log_problems(problems);
  if (!opened) return config::report_error(opened.error(), kExitInput);
  dataset::Dataset& set = opened->set;
  const std::size_t views = set.data.views.size(), points = set.data.points.size();
  // Write it; on failure no file is left.
  const auto saved = splat::train::save_packed_dataset(output, {std::move(set.data), set.drivesim_commit});
  if (!saved) return config::report_error(saved.error(), kExitProcessing);
  std::error_code ignored;
  std::printf("%zu images and %zu points in %s (%.1f MB)\n", views, points, output.c_str(),
              1e-6 * static_cast<double>(std::filesystem::file_size(output, ignored)));
  return 0;
}

}  // namespace gs
