// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads 02_drivesim_dataset for the trainer: images decoded, masks combined, poses checked, LiDAR points projected.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/splat/train/training_data.h"

namespace gs::dataset {

// Which parts of a data set are read.
struct DatasetOptions {
  int frame_stride = 1;              // use every n-th frame of a camera
  bool masks = true;                 // read masks/ if it exists
  bool sky = true;                   // read sky/ if it exists
  std::size_t depth_samples = 3000;  // most LiDAR depths per view; 0: none
  bool points = true;                // read points.ply
  bool actors = true;                // read actors/ if it exists: they are trained, not masked
  std::vector<std::string> only{};   // names of the wanted views, sorted; empty: all
};

// A data set in memory.
struct Dataset {
  splat::train::TrainingData data;
  std::string drivesim_commit;
};

// Reads a data set. Frames whose image, mask, sky or sweep is missing or cannot be read are reported and left out.
// points.ply, lidar/ and sky/ are optional. Errors: invalid_data if no frame remains; interrupted.
Result<Dataset> read_dataset(const std::filesystem::path& folder, const DatasetOptions& options, Problems& problems,
                             Progress& progress);

// The same without images, masks and depths: cameras, poses and points only.
Result<Dataset> read_outline(const std::filesystem::path& folder, const DatasetOptions& options);

// Removes views that are masked entirely and reports them. Errors: invalid_data if none remains.
Result<void> leave_out_masked_views(splat::train::TrainingData& data, Problems& problems);

}  // namespace gs::dataset
