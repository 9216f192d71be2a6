// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The published sensor set-up of the KITTI car (Geiger et al. 2013), also that of KITTI-360 (Liao et al. 2022).
#pragma once

#include "gs/geometry/azimuth.h"
#include "gs/geometry/vec.h"

namespace gs::importers::kitti {

// The LiDAR in base_link [m]: on the centre line, 0.76 m in front of the rear axle and 1.73 m above the ground.
inline constexpr Vec3d kLidarInBase{0.76, 0.0, 1.73};

// Time [s], relative to the stamp, of a point x, y [m] of a sweep that is not corrected for motion. The laser rotates
// clockwise seen from above, in turn_s seconds, and faces forward at the stamp: a revolution begins and ends behind the
// car.
inline float seconds_after_forward(float x, float y, double turn_s) {
  return static_cast<float>(turn_from(0, double{x}, double{y}, TurnSense::clockwise) * turn_s);
}

}  // namespace gs::importers::kitti
