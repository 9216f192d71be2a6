// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// LiDAR sweeps of a data set (lidar/) and their projection into images.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "gs/core/result.h"
#include "gs/splat/train/training_data.h"

namespace gs::dataset {

// One sweep file.
struct LidarSweep {
  double timestamp_s = 0;
  std::filesystem::path file;
  Vec3d origin{};  // position of the sensor in map
};

// Sweeps of lidar/index.json, sorted by time; empty without that file. Errors: invalid_data.
Result<std::vector<LidarSweep>> list_sweeps(const std::filesystem::path& folder);

// Points of a sweep in map: rows of float32 x y z. Errors: corrupt if the size is not a multiple of a row.
Result<std::vector<Vec3f>> read_sweep(const std::filesystem::path& file);

// The sweep nearest in time; nullptr if none is within `most_s`.
const LidarSweep* nearest_sweep(std::span<const LidarSweep> sweeps, double timestamp_s, double most_s);

// Depths of the points that a camera sees, at most `most`, chosen evenly. Hidden points are left out: those more than
// 10 % and 0.3 m behind the nearest point in their cell of 8 x 8 pixels.
std::vector<splat::train::DepthSample> depth_samples(std::span<const Vec3f> points,
                                                     const splat::train::TrainingView& view, std::size_t most);

}  // namespace gs::dataset
