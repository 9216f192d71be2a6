// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A whole training by DriveStudio: its data set, its configuration, its process, its checkpoint.
//
//   FOLDER/data/          the data set (drivestudio_dataset.h)
//   FOLDER/config.yaml    what it trains with
//   FOLDER/run/           where it runs; data/ego_masks in it is what its cameras never learn from
//   FOLDER/output/        what it writes
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "gs/builder/drivestudio/drivestudio_options.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/splat/model/cloud.h"
#include "gs/splat/train/options.h"

namespace gs {

struct DriveStudioRun {
  std::filesystem::path dataset;  // a drivesim data set of pinhole pictures
  std::filesystem::path folder;   // for everything above
  TrainingOptions training{};
  DriveStudioOptions options{};
  std::size_t frame_stride = 1;
  bool masks = true;
  std::function<void(std::string_view)> log = [](std::string_view) {};  // each line the trainer prints
};

struct DriveStudioResult {
  GaussianCloud cloud{};  // in map
  uint64_t iterations = 0;
  std::filesystem::path checkpoint{};
  double training_time_s = 0;
  bool reused = false;  // the checkpoint was there already: nothing was trained
};

// invalid_option: the command; not_found: it left no checkpoint_final.pth; device_out_of_memory: it said so;
// interrupted, timeout; anything else: it failed, and the message ends with the last thing it said.
Result<DriveStudioResult> train_with_drivestudio(const DriveStudioRun& run, Problems& problems, Progress& progress);

// Whether the command can be started at all: its program is there, its braces make sense, and so does the folder of the
// checkout where the command uses it.
Result<void> check_drivestudio_command(const DriveStudioOptions& options);

// The commit in reports: as configured, else that of the checkout, else "unknown".
std::string drivestudio_commit(const DriveStudioOptions& options);

// checkpoint_final.pth somewhere below; the newest of several.
Result<std::filesystem::path> find_final_checkpoint(const std::filesystem::path& folder);

}  // namespace gs
