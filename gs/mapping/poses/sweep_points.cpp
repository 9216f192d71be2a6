// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/poses/sweep_points.h"

#include "gs/core/parallel.h"
#include "gs/mapping/voxel.h"

namespace gs::mapping {

std::vector<Vec3d> thinned(std::span<const Vec3d> points, double voxel_m) {
  KeyIndex seen;
  std::vector<Vec3d> out;
  for (const Vec3d& p : points) {
    const auto voxel = voxel_of(p, voxel_m);
    if (voxel && seen.find_or_add(pack(*voxel)) == out.size()) out.push_back(p);
  }
  return out;
}

std::vector<Vec3d> points_in_range(const Sweep& sweep, double min_range_m, double max_range_m) {
  std::vector<Vec3d> points;
  points.reserve(sweep.points.size());
  for (const SweepPoint& p : sweep.points) {
    const Vec3d point = cast<double>(p.position_in_base);
    const double range = norm(point - sweep.sensor_in_base);
    if (range >= min_range_m && range <= max_range_m) points.push_back(point);  // false for NaN
  }
  return points;
}

std::vector<Vec3d> transformed(std::span<const Vec3d> points, const Rigid3d& pose) {
  const Mat3d rotation = to_matrix(pose.rotation);
  std::vector<Vec3d> out(points.size());
  parallel_for(points.size(), [&](std::size_t i) { out[i] = rotation * points[i] + pose.translation; });
  return out;
}

}  // namespace gs::mapping
