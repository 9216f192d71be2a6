// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What follows from a track of LiDAR odometry: a trajectory, the parts that are not to be trusted, the tilt of the map,
// and factors for a pose graph.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gs/geometry/trajectory.h"
#include "gs/mapping/odometry/lidar_odometry.h"
#include "gs/mapping/pose_graph/factors.h"

namespace gs::mapping {

// Poses of the track turned by `level`, which is the identity or the result of level_by_gravity().
Result<Trajectory> trajectory_of(const std::vector<OdometryPose>& poses, const Quaterniond& level = {});

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

// Measured motion from one pose to another, for a pose graph. Standard deviations have a floor for errors that all
// points share (beam angles, range offset, deskewing); they are not those of the point noise.
struct RelativePoseFactor {
  std::size_t from = 0, to = 0;  // indices of the poses
  Rigid3d from_from_to{};        // pose of `to` in base_link of `from`
  double sigma_m = 0, sigma_rad = 0;
  std::vector<Vec3d> free_shifts{}, free_turns{};  // directions in base_link of `to` without information
};
// One factor per step between consecutive sweeps; steps to lost sweeps are left out.
std::vector<RelativePoseFactor> step_factors(const std::vector<OdometryPose>& poses);

// Direction of gravity for a pose graph: the mean specific force of one second around every tenth pose, less the
// acceleration of the track itself. Poses without inertial measurements and forces that are not 5 to 15 m/s^2 long are
// left out.
std::vector<VerticalFactor> gravity_factors(const std::vector<OdometryPose>& poses, const ImuTrack& imu);

// Smallest rotation that turns the mean direction of gravity in the map upwards (z). The identity without factors.
Quaterniond level_by_gravity(const std::vector<OdometryPose>& poses, const std::vector<VerticalFactor>& gravity);

}  // namespace gs::mapping
