// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What follows from a track of LiDAR odometry: a trajectory, and the parts that are not to be trusted.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gs/geometry/trajectory.h"
#include "gs/mapping/odometry/lidar_odometry.h"

namespace gs::mapping {

// Poses of the track turned by `level`, which is the identity or the result of level_by_gravity().
Result<Trajectory> trajectory_of(const std::vector<OdometryPose>& poses, const Quaterniond& level = {});

// The same as poses every 20 ms, so that sensors between two sweeps have exact poses: interpolated with continuous
// velocity, and continued with the first and last velocity by `margin` before the first and after the last sweep.
Result<Trajectory> dense_trajectory_of(const std::vector<OdometryPose>& poses, const Quaterniond& level,
                                       Duration margin = Duration::from_ms(100));

// Consecutive sweeps whose pose is partly or wholly predicted.
struct PredictedStretch {
  SweepState state = SweepState::weak;  // weak or lost
  std::size_t first = 0, last = 0;      // indices of the poses, both inclusive
  double from_m = 0, to_m = 0;          // distance along the track
  Vec3d direction{};                    // first unconstrained translation in base_link; zero: none
};
std::vector<PredictedStretch> predicted_stretches(const std::vector<OdometryPose>& poses);
// A sentence for people: "from 120 m to 155 m the sweeps do not show the motion along the vehicle (tunnel?): ...".
std::string to_text(const PredictedStretch& stretch);

}  // namespace gs::mapping
