// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/lidar_bias/elevation.h"

#include <cmath>

#include "gs/core/parallel.h"

namespace gs::mapping {

Vec3d elevation_derivative(Vec3d ray, Vec3d up) {
  const double height = dot(ray, up);
  const Vec3d level = ray - up * height;
  const double distance = norm(level);
  if (!(distance > 0)) return {};
  return up * distance - level * (height / distance);
}

Sweep corrected(Sweep sweep, const LidarCorrection& correction) {
  if (correction.is_none()) return sweep;
  const double c = std::cos(correction.elevation_rad), s = std::sin(correction.elevation_rad);
  const Mat3d rotation = to_matrix(rotation_from_vector(correction.rotation));
  const bool has_origins = sweep.ray_origins.size() == sweep.points.size();
  parallel_for(
      sweep.points.size(),
      [&](std::size_t i) {
        const Vec3d origin = has_origins ? cast<double>(sweep.ray_origins[i]) : sweep.sensor_in_base;
        const Vec3d ray = cast<double>(sweep.points[i].position_in_base) - origin;
        // A ray and its derivative are as long and perpendicular to each other: this is a rotation.
        const Vec3d turned = ray * c + elevation_derivative(ray, sweep.sensor_up_in_base) * s;
        sweep.points[i].position_in_base = cast<float>(origin + rotation * turned);
      },
      1 << 14);
  sweep.sensor_up_in_base = rotation * sweep.sensor_up_in_base;
  return sweep;
}

}  // namespace gs::mapping
