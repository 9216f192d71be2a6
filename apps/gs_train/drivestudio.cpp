// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_train/commands.h"
#include "gs/builder/drivestudio/drivestudio_config.h"
#include "gs/core/file.h"

namespace gs {

int run_drivestudio(CommandLine& line) {
  fs::path dataset, output;
  DriveStudioSetOptions set_options;
  TrainingOptions options;
  options.training.preset = "full";
  line.positional("dataset", dataset, "a drivesim data set of pinhole pictures (dataset.undistort)");
  line.positional("output", output, "folder for data/ and config.yaml");
  line.option("frame_stride", set_options.frame_stride, "use every n-th frame", Range{1, 1e6});
  line.option("masks", set_options.masks, "leave out what the masks of the data set say");
  line.options(OptionTable::of(options), "config");
  line.example("gs-train drivestudio 02_drivesim_dataset for_drivestudio");
  if (const auto exit = line.parse()) return *exit;
  set_options.image_scale = options.training.image_scale;
  set_options.max_image_side = options.training.max_image_side;
  TerminalProgress progress;
  Problems problems;
  std::error_code error;
  fs::create_directories(output, error);
  if (error) return report_error(system_error("making", output, error.value()), kExitProcessing);
  const auto set = write_drivestudio_dataset(dataset, output / "data", set_options, problems, progress);
  for (const Problem& problem : problems) std::fprintf(stderr, "%s\n", to_string(problem).c_str());
  if (!set) return report_error(set.error(), kExitInput);
  const fs::path root = fs::absolute(output / "data", error);
  const auto written = write_file(output / "config.yaml", drivestudio_config(options, *set, root));
  if (!written) return report_error(written.error(), kExitProcessing);
  std::printf("%zu steps of %zu cameras in %s\nconfiguration %s\n", set->timesteps, set->cameras,
              (output / "data/000").c_str(), (output / "config.yaml").c_str());
  std::printf("import its checkpoint_final.pth with --map-from-model %s\n",
              (output / "data/000/extrinsics/000_0.txt").c_str());
  return 0;
}

}  // namespace gs
