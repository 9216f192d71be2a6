// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// lidar/ of a data set: sweeps in map, and what an image shows of them.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "gs/core/result.h"
#include "gs/splat/train/data.h"

namespace gs {

struct LidarSweep {
  double timestamp_s = 0;
  std::filesystem::path file;
  Vec3d origin{};  // of the sensor, in map
};

// In order of time. No index.json is no sweep.
Result<std::vector<LidarSweep>> list_sweeps(const std::filesystem::path& folder);

// float32 x y z rows in map. A size that is not a multiple of a row is corrupt.
Result<std::vector<Vec3f>> read_sweep(const std::filesystem::path& file);

// The sweep nearest in time, if it is nearer than `most_s`.
const LidarSweep* nearest_sweep(std::span<const LidarSweep> sweeps, double timestamp_s, double most_s);

// Where the camera sees the points, at most `most` of them, evenly chosen. Points behind others are left out: of those
// in a cell of 8 x 8 pixels, what lies a tenth further than the nearest.
std::vector<DepthSample> depth_samples(std::span<const Vec3f> points, const TrainingView& view, std::size_t most);

}  // namespace gs
