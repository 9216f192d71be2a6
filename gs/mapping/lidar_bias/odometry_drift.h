// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Errors of odometry that grow with the distance: a wrong scale, a constant bend. Private to lidar_bias.
#pragma once

#include <vector>

#include "gs/mapping/lidar_bias/motion_pair.h"

namespace gs::mapping {

// Error of odometry per metre driven: turn [rad/m], and shift [m/m] in the axes of the vehicle half-way.
struct OdometryDrift {
  Vec3d turn{}, shift{};
};

// A drift of odometry that fits the motions, and the root mean square of what it leaves of their difference [m].
struct DriftFit {
  OdometryDrift drift{};
  double rms_m = 0;
  // True if odometry of vehicles can drift like this: at most 5 % of the distance, and 10 degrees in 100 m.
  bool is_plausible() const;
};

// Fits a drift by Gauss-Newton. At least three motions are needed.
DriftFit fit_drift(const std::vector<MotionPair>& motions);

}  // namespace gs::mapping
