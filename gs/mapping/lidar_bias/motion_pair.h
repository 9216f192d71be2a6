// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The same motion by odometry and by registered sweeps, and their difference in metres. Private to lidar_bias.
#pragma once

#include <array>

#include "gs/geometry/rigid.h"

namespace gs::mapping {

// The same motion by odometry and by the sweeps, each in base_link at its begin.
struct MotionPair {
  Rigid3d by_odometry, by_sweeps;
};

// A rotation counts like the shift that it causes at this distance.
inline constexpr double kLever_m = 10;
// Uncertainty of a motion.
inline constexpr double kMotionSigma_m = 0.05;

// Difference of two motions: turn times the lever, then shift [m]. 0 if they are equal.
inline std::array<double, 6> difference(const Rigid3d& by_odometry, const Rigid3d& predicted) {
  const Rigid3d off = by_odometry.inverse() * predicted;
  const Vec3d turn = rotation_vector(off.rotation) * kLever_m;
  return {turn.x, turn.y, turn.z, off.translation.x, off.translation.y, off.translation.z};
}

}  // namespace gs::mapping
