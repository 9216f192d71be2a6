// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/initial_cloud/surface_patches.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "gs/splat/train/initial_cloud/nearest.h"

namespace gs::splat::train {
namespace {

constexpr float kFlatPatch = 0.35f;  // thickness / width below which a neighbourhood is planar
constexpr double kAlong = 0.03;      // |cosine| between ray and normal below which a ray is parallel to the plane

// A point and the cube that contains it, sortable by cube.
struct Placed {
  std::array<int64_t, 3> cube;
  std::size_t point;
  bool operator<(const Placed& other) const { return cube != other.cube ? cube < other.cube : point < other.point; }
};

// All finite points, sorted by cube.
std::vector<Placed> by_cube(const std::vector<ColoredPoint>& points, float side_m) {
  std::vector<Placed> out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3f p = points[i].position;
    if (!is_finite(p) || norm(p) > 1e7f) continue;
    const auto cell = [&](float x) { return static_cast<int64_t>(std::floor(x / side_m)); };
    out.push_back({{cell(p.x), cell(p.y), cell(p.z)}, i});
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::vector<SurfacePatch> surface_patches(const std::vector<ColoredPoint>& points, float side_m) {
  // 1. Mean of the points of each cube.
  const std::vector<Placed> placed = by_cube(points, side_m);
  std::vector<Vec3f> means;
  std::vector<std::size_t> mean_of(points.size());
  for (std::size_t begin = 0, end = 0; begin < placed.size(); begin = end) {
    Vec3d sum{};
    for (end = begin; end < placed.size() && placed[end].cube == placed[begin].cube; ++end) {
      sum += cast<double>(points[placed[end].point].position);
      mean_of[placed[end].point] = means.size();
    }
    means.push_back(cast<float>(sum / static_cast<double>(end - begin)));
  }
  // 2. Plane through each mean and its neighbours; every point gets the plane of its cube.
  const std::vector<LocalSurface> surfaces = local_surfaces(means);
  std::vector<SurfacePatch> out(points.size());
  for (const Placed& p : placed) {
    const std::size_t mean = mean_of[p.point];
    out[p.point] = {means[mean], surfaces[mean].normal, surfaces[mean].flatness < kFlatPatch};
  }
  return out;
}

double range_to(const SurfacePatch& patch, Vec3d origin, Vec3d direction) {
  const Vec3d normal = cast<double>(patch.normal);
  const double slope = dot(normal, direction);
  if (!patch.flat || std::abs(slope) < kAlong) return -1;
  return dot(normal, cast<double>(patch.point) - origin) / slope;
}

}  // namespace gs::splat::train
