// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where the car was during the last moments, for sensors that take time: sweeps and rolling shutters.
#pragma once

#include <deque>

#include "gs/core/time.h"
#include "gs/geometry/trajectory.h"

namespace gs::sim {

class PoseHistory {
 public:
  static constexpr Duration kSpan = Duration::from_ms(1500);

  void clear() { poses_.clear(); }
  void add(Timestamp stamp, const Rigid3d& map_from_base_link);
  // Interpolated; before the oldest and after the newest pose the end holds. There is at least one pose.
  Rigid3d at(Timestamp t) const;

  Timestamp oldest() const { return poses_.empty() ? Timestamp{INT64_MAX} : poses_.front().stamp; }
  const std::deque<StampedPose>& poses() const { return poses_; }
  void restore(std::deque<StampedPose> poses) { poses_ = std::move(poses); }

 private:
  std::deque<StampedPose> poses_;
};

}  // namespace gs::sim
