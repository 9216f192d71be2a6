// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// 02_drivesim_dataset as the trainer needs it: images decoded, masks combined, poses checked, LiDAR seen from cameras.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/splat/train/data.h"

namespace gs {

struct DatasetOptions {
  int frame_stride = 1;              // every n-th frame of a camera
  bool masks = true;                 // use masks where there are some
  bool sky = true;                   // and sky/
  std::size_t depth_samples = 3000;  // of lidar/, a view at most; 0: none
  bool points = true;                // points.ply
  std::vector<std::string> only{};   // views by name, sorted; empty: all
};

struct Dataset {
  TrainingData data;
  std::string drivesim_commit;
};

// A frame whose image is missing, or whose image, mask, sky or sweep cannot be read, is left out and reported. Nothing
// left is invalid_data. Without points.ply there are no points, and without lidar/ and sky/ nothing is known of
// distances.
Result<Dataset> read_dataset(const std::filesystem::path& folder, const DatasetOptions& options, Problems& problems,
                             Progress& progress);

// The same without pixels, masks and distances: where views were taken, and points.
Result<Dataset> read_outline(const std::filesystem::path& folder, const DatasetOptions& options);

// Views that are masked entirely are left out and reported. Nothing left is invalid_data.
Result<void> leave_out_masked_views(TrainingData& data, Problems& problems);

}  // namespace gs
