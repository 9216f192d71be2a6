// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gross errors of a LiDAR's extrinsics: wrong signs, swapped axes, degrees taken for radians.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gs/geometry/trajectory.h"

namespace gs::mapping {

// A wrong mounting of a LiDAR: with it corrected, the sweeps tell the motion that odometry measured.
struct MountingError {
  Vec3d turn{}, shift{};   // to be added: rotation vector [rad] about the LiDAR, and its position, in base_link
  std::size_t sensor = 0;  // number of the LiDAR, set by the caller
  double before_m = 0, after_m = 0;  // RMS difference of motions over up to 40 m, without and with the correction
};

// Looks for a constant error of the mounting that explains the difference between the poses of registered sweeps and
// odometry (hand-eye: A = Y B Y^-1 for motions A of odometry and B of the sweeps, Gauss-Newton from 24 axis-aligned
// rotations): a rotation, or if that is not enough, rotation and position. Empty if the paths agree, if no mounting
// explains five sixths of their difference, or if the one that does is turned by less than 3 degrees and moved by less
// than 0.5 m: such errors cannot be told from drift. Also empty if a drift of odometry, up to 5 % and 10 degrees in
// 100 m, leaves less than twice as much. `sensor_in_base` is the stated position of the LiDAR.
std::optional<MountingError> find_mounting_error(const std::vector<StampedPose>& by_sweeps, const Trajectory& odometry,
                                                 Vec3d sensor_in_base);

// For people: "roll +0.1, pitch -20.0, yaw +0.0 deg, x +0.02, y +0.00, z +0.01 m".
std::string to_text(const MountingError& error);

}  // namespace gs::mapping
