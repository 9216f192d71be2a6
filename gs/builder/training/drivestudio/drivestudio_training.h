// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A whole training with DriveStudio: writes its data set and configuration, runs it, and reads its checkpoint.
// clang-format off
//
//   FOLDER/data/          the data set (drivestudio_dataset.h)
//   FOLDER/config.yaml    its configuration
//   FOLDER/run/           its working directory; data/ego_masks in it holds the ego vehicle masks
//   FOLDER/output/        its output
// clang-format on
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "gs/builder/training/drivestudio/drivestudio_options.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/splat/model/cloud.h"
#include "gs/splat/train/options.h"

namespace gs::builder {

// Input of train_with_drivestudio().
struct DriveStudioRun {
  std::filesystem::path dataset;  // a drivesim data set with pinhole images
  std::filesystem::path folder;   // FOLDER above
  splat::train::TrainingOptions training{};
  DriveStudioOptions options{};
  std::size_t frame_stride = 1;
  bool masks = true;
  std::function<void(std::string_view)> log = [](std::string_view) {};  // receives each line that DriveStudio prints
};

// Result of train_with_drivestudio().
struct DriveStudioResult {
  splat::GaussianCloud cloud{};  // in map
  uint64_t iterations = 0;
  std::filesystem::path checkpoint{};
  double training_time_s = 0;
  bool reused = false;  // the checkpoint existed already; no training was run
};

// Trains, or reads the checkpoint of an earlier run in the same folder. Errors: invalid_option: the command cannot
// start; not_found: no checkpoint_final.pth was written; device_out_of_memory; interrupted; timeout; invalid_data:
// DriveStudio failed, with its last line of output in the message.
Result<DriveStudioResult> train_with_drivestudio(const DriveStudioRun& run, Problems& problems, Progress& progress);

// Checks that the command can be started: its program and, if used, the checkout exist, and its placeholders are known.
// Errors: invalid_option.
Result<void> check_drivestudio_command(const DriveStudioOptions& options);

// Commit for reports: the configured one, else that of the checkout, else "unknown".
std::string drivestudio_commit(const DriveStudioOptions& options);

// The newest checkpoint_final.pth below a folder. Errors: not_found.
Result<std::filesystem::path> find_final_checkpoint(const std::filesystem::path& folder);

}  // namespace gs::builder
