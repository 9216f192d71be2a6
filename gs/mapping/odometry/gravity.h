// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Direction of gravity along a path, from the specific forces of an inertial unit.
#pragma once

#include <vector>

#include "gs/geometry/trajectory.h"
#include "gs/mapping/odometry/imu_track.h"

namespace gs::mapping {

// Measured vertical at one time. An accelerometer bias of 0.05 m/s^2 turns it by 0.3 degrees.
struct GravitySample {
  Timestamp stamp;
  Vec3d up_in_base{0, 0, 1};  // unit
};

// One sample per second: the mean specific force of that second, less the acceleration of the path. Seconds that the
// path or the measurements do not cover and forces that are not 5 to 15 m/s^2 long are left out.
std::vector<GravitySample> measure_gravity(const Trajectory& path, const ImuTrack& imu);

// Smallest rotation that turns the mean direction of gravity in the frame of the path upwards (z). The identity without
// samples.
Quaterniond level_by_gravity(const Trajectory& path, const std::vector<GravitySample>& gravity);

}  // namespace gs::mapping
