// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Recent poses of the vehicle, for sensors that measure over a time span: LiDAR sweeps and rolling shutters.
#pragma once

#include <deque>

#include "gs/core/time.h"
#include "gs/geometry/trajectory.h"

namespace gs::sim {

// Poses of the last kSpan, ordered by time.
class PoseHistory {
 public:
  // Longest sweep or readout that can be simulated.
  static constexpr Duration kSpan = Duration::from_ms(1500);

  void clear() { poses_.clear(); }
  // Appends a pose (stamps must increase) and drops poses older than kSpan.
  void add(Timestamp stamp, const Rigid3d& map_from_base_link);
  // Pose at time t, interpolated. Before the oldest and after the newest pose, that pose is returned. The history must
  // not be empty.
  Rigid3d at(Timestamp t) const;

  // Stamp of the oldest pose; the largest Timestamp if there is none.
  Timestamp oldest() const { return poses_.empty() ? Timestamp{INT64_MAX} : poses_.front().stamp; }
  // All poses, for saving and restoring a run.
  const std::deque<StampedPose>& poses() const { return poses_; }
  void restore(std::deque<StampedPose> poses) { poses_ = std::move(poses); }

 private:
  std::deque<StampedPose> poses_;
};

}  // namespace gs::sim
