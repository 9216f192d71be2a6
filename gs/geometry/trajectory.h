// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A sequence of poses in time order, with interpolation.
#pragma once

#include <optional>
#include <vector>

#include "gs/core/result.h"
#include "gs/core/time.h"
#include "gs/geometry/rigid.h"

namespace gs {

// Pose of a body (vehicle or sensor) in the map at one time.
struct StampedPose {
  Timestamp stamp;
  Rigid3d map_from_body;
};

// Poses with strictly increasing stamps and unit quaternions. Immutable after it is made.
class Trajectory {
 public:
  Trajectory() = default;
  // Sorts the poses by time, keeps the first of those with equal stamps, and normalises quaternions. Errors:
  // invalid_data for a non-finite value or a quaternion whose norm differs from 1 by more than 1e-3.
  static Result<Trajectory> from_poses(std::vector<StampedPose> poses);

  bool empty() const { return poses_.empty(); }
  std::size_t size() const { return poses_.size(); }
  const std::vector<StampedPose>& poses() const { return poses_; }  // in time order
  // Stamps of the first and the last pose; the trajectory must not be empty.
  Timestamp start() const { return poses_.front().stamp; }
  Timestamp end() const { return poses_.back().stamp; }

  // map_from_body at time t, interpolated between the neighbouring poses. Outside the recorded time it is the first or
  // last pose if t is within `tolerance` of it, else empty.
  std::optional<Rigid3d> at(Timestamp t, Duration tolerance = {}) const;
  // Velocity [m/s] in map axes: the finite difference of the two poses around t; empty outside the recorded time.
  std::optional<Vec3d> velocity_at(Timestamp t) const;
  // Sum of the distances between consecutive positions [m].
  double length_m() const;

 private:
  std::vector<StampedPose> poses_;
};

}  // namespace gs
