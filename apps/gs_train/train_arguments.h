// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Arguments of `gs-train DATASET`.
#pragma once

#include <filesystem>
#include <string>

#include "gs/config/command_line.h"
#include "gs/core/options/options.h"
#include "gs/dataset/read_dataset.h"
#include "gs/splat/train/training_run.h"

namespace gs {

// Options of gs_training_config.yaml, and those of reading the data set.
struct GsTrainOptions {
  splat::train::TrainingOptions trainer{};
  dataset::DatasetOptions dataset{};
};
void describe(auto& visit, GsTrainOptions& o) {
  describe(visit, o.trainer);
  visit("training.frame_stride", o.dataset.frame_stride, "use every n-th frame of a camera", Range{1, 1e6});
  visit("training.masks", o.dataset.masks, "ignore masked pixels");
  visit("training.actors", o.dataset.actors,
        "train the Gaussians of actors together with the background and use the pixels inside their boxes");
}

// Parsed values, named as the options; `folder` is the option `dataset`.
struct TrainArguments {
  std::filesystem::path folder, output, truth;
  std::string backend = "auto";
  splat::train::TrainingRun run{};
  GsTrainOptions options{};
};
// Declares all options; `a` must outlive the parsing.
void declare(config::CommandLine& line, TrainArguments& a);
// Checks the folders before hours of work: the output must not contain the data set, nor files of other programs.
Result<void> check_folders(const TrainArguments& a);

}  // namespace gs
