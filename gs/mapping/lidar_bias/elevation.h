// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Systematic errors of one LiDAR and their removal from a sweep.
#pragma once

#include "gs/mapping/sweep.h"

namespace gs::mapping {

// Corrections of a LiDAR; the default corrects nothing.
struct LidarCorrection {
  double elevation_rad = 0;  // added to the elevation of every ray
  Vec3d rotation{};          // rotation vector in base_link [rad], about the position of the LiDAR

  // True if nothing is corrected.
  bool is_none() const { return elevation_rad == 0 && rotation == Vec3d{}; }
};

// Derivative of a ray [m] by its elevation [1/rad]: the ray turned upwards by 90 degrees. `up` is the unit axis of the
// LiDAR. Zero for a ray along the axis, whose azimuth is undefined.
Vec3d elevation_derivative(Vec3d ray, Vec3d up);

// The sweep with its rays turned about the position of the LiDAR at their time: first by the elevation, then by the
// rotation. Ranges and the other fields stay.
Sweep corrected(Sweep sweep, const LidarCorrection& correction);

}  // namespace gs::mapping
