// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_train/commands.h"
#include "gs/builder/training/drivestudio/drivestudio_config.h"
#include "gs/core/folders/overlap.h"
#include "gs/core/log.h"

namespace gs {
namespace {

// Writes data/ inside the output folder, replacing an earlier one.
Result<builder::DriveStudioSet> write_set(const OwnedFolder& owner, const fs::path& dataset,
                                          const builder::DriveStudioSetOptions& options, Problems& problems,
                                          Progress& progress) {
  GS_TRY(const Replacement data, owner.may_replace_inside(owner.root() / "data"));
  GS_TRY(OutputFolder folder, OutputFolder::create(data));
  return builder::write_drivestudio_dataset(dataset, std::move(folder), options, problems, progress);
}

// Flags that DriveStudio has nothing for are no error, but nobody should expect anything of them.
void warn_of_unused(const config::CommandLine& line, splat::train::TrainingOptions& options) {
  const OptionTable table = OptionTable::of(options);
  for (const Option& option : table.all()) {
    if (!line.was_given(option.name) || builder::reaches_drivestudio(option.name)) continue;
    std::fprintf(stderr, "warning: --%s changes nothing: DriveStudio has no such setting\n",
                 config::to_kebab_case(option.name).c_str());
  }
}

}  // namespace

int run_drivestudio(config::CommandLine& line) {
  fs::path dataset, output;
  builder::DriveStudioSetOptions set_options;
  splat::train::TrainingOptions options;
  options.training.preset = "full";
  line.positional("dataset", dataset, "drivesim data set with undistorted images (dataset.undistort)");
  line.positional("output", output, "folder for data/ and config.yaml");
  line.option("frame_stride", set_options.frame_stride, "use every n-th frame", Range{1, 1e6});
  line.option("masks", set_options.masks, "ignore masked pixels");
  line.options(OptionTable::of(options), "config");
  line.example("gs-train drivestudio 02_drivesim_dataset for_drivestudio");
  if (const auto exit = line.parse()) return *exit;
  warn_of_unused(line, options);
  set_options.image_scale = options.training.image_scale;
  set_options.max_image_side = options.training.max_image_side;
  TerminalProgress progress;
  Problems problems;
  // Neither folder may lie inside the other.
  if (const auto apart = check_apart({"data set", dataset}, {"output", output}); !apart) {
    return config::report_error(apart.error(), config::kExitUsage);
  }
  std::error_code error;
  // Locks the folder, and refuses one with files of other programs.
  const auto owner = OwnedFolder::open(output, builder::drivestudio_folder_kind());
  if (!owner) return config::report_error(owner.error(), kExitProcessing);
  const auto set = write_set(*owner, dataset, set_options, problems, progress);
  log_problems(problems);
  if (!set) return config::report_error(set.error(), kExitInput);
  // The configuration names the data by absolute path.
  const fs::path root = fs::absolute(output / "data", error);
  const auto written = write_file(output / "config.yaml", builder::drivestudio_config(options, *set, root));
  if (!written) return config::report_error(written.error(), kExitProcessing);
  std::printf("%zu steps of %zu cameras in %s\nconfiguration %s\n", set->timesteps, set->cameras,
              (output / "data/000").c_str(), (output / "config.yaml").c_str());
  std::printf("import its checkpoint_final.pth with --map-from-model %s\n",
              (output / "data/000/extrinsics/000_0.txt").c_str());
  return 0;
}

}  // namespace gs
