// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Errors of a LiDAR from its own sweeps and the path that LiDAR odometry found for them; no odometry of the log is
// needed.
#pragma once

#include <optional>
#include <vector>

#include "gs/mapping/lidar_bias/lidar_bias.h"

namespace gs::mapping {

// Keeps thinned sweeps of the first part of a drive, one per key_step_m, until max_pieces of piece_m are driven.
// Memory: about 0.3 MB per metre for 64 beams.
class BiasSurvey {
 public:
  explicit BiasSurvey(const LidarBiasOptions& options = {}) : options_(options) {}

  // Takes a sweep with points in base_link at their own times. `map_from_base` is its pose by the odometry so far.
  void add(const Sweep& sweep, const Rigid3d& map_from_base);
  // True if enough of the drive was seen; more sweeps are ignored.
  bool is_complete() const { return length_m_ >= options_.max_pieces * options_.piece_m; }

  // Estimates the bias with estimate_lidar_bias(). `path` must cover the sweeps; it need only be right locally. Empty
  // if the vehicle drove too little or saw too few planes. A constant rotation of the LiDAR cannot be seen without
  // other poses: it stays zero. Errors: those of estimate_lidar_bias().
  Result<std::optional<LidarBias>> estimate(const Trajectory& path, Progress& progress) const;

 private:
  LidarBiasOptions options_;
  std::vector<Sweep> sweeps_;
  std::optional<Vec3d> last_{};  // position of the last sweep that was added
  double length_m_ = 0, since_key_m_ = 0;
};

}  // namespace gs::mapping
