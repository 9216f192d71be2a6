// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A path through poses in time order, with interpolation.
#pragma once

#include <optional>
#include <vector>

#include "gs/core/result.h"
#include "gs/core/time.h"
#include "gs/geometry/rigid.h"

namespace gs {

struct StampedPose {
  Timestamp stamp;
  Rigid3d map_from_body;
};

class Trajectory {
 public:
  Trajectory() = default;
  // Sorts by time; of poses with equal stamps the first is kept. Refuses non-finite values and quaternions whose norm
  // is off by more than 1e-3; renormalises the rest.
  static Result<Trajectory> from_poses(std::vector<StampedPose> poses);

  bool empty() const { return poses_.empty(); }
  std::size_t size() const { return poses_.size(); }
  const std::vector<StampedPose>& poses() const { return poses_; }
  Timestamp start() const { return poses_.front().stamp; }
  Timestamp end() const { return poses_.back().stamp; }

  // Line and slerp between neighbours. Outside the recorded time: nothing, unless within tolerance, where the end pose
  // holds.
  std::optional<Rigid3d> at(Timestamp t, Duration tolerance = {}) const;
  // Velocity [m/s] in map, by the finite difference of the surrounding poses; nothing outside.
  std::optional<Vec3d> velocity_at(Timestamp t) const;
  double length_m() const;

 private:
  std::vector<StampedPose> poses_;
};

}  // namespace gs
