// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/normals.h"

#include <algorithm>

#include "gs/core/parallel.h"
#include "gs/mapping/block_grid.h"

namespace gs::mapping {
namespace {

constexpr int kReach = 2;              // half width of the neighbourhood in voxels
constexpr std::size_t kMinPoints = 5;  // fewer neighbours do not define a surface
// Greatest weight of one map point, however many measurements it averages.
constexpr uint32_t kMaxWeight = 10;

Mat3d outer(Vec3d a) { return Mat3d::from_rows(a * a.x, a * a.y, a * a.z); }

}  // namespace

// Eigenvalues of a symmetric 3x3 matrix by the trigonometric formula (Smith 1961). Every cross product of two rows of A
// - lambda I is parallel to the eigenvector; the longest one is the most accurate.
std::optional<Vec3d> smallest_eigenvector(const Mat3d& a) {
  const double q = (a.m[0][0] + a.m[1][1] + a.m[2][2]) / 3;
  const double off = square(a.m[0][1]) + square(a.m[0][2]) + square(a.m[1][2]);
  const double p2 = square(a.m[0][0] - q) + square(a.m[1][1] - q) + square(a.m[2][2] - q) + 2 * off;
  if (!(p2 > 1e-30)) return std::nullopt;
  const double p = std::sqrt(p2 / 6);
  const Mat3d b = (a + Mat3d::identity() * -q) * (1 / p);
  const double phi = std::acos(std::clamp(determinant(b) / 2, -1.0, 1.0)) / 3;
  const double smallest = q + 2 * p * std::cos(phi + 2 * kPi / 3);

  const Mat3d rest = a + Mat3d::identity() * -smallest;
  Vec3d best{};
  for (const auto& [i, j] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
    const Vec3d c = cross(rest.row(i), rest.row(j));
    if (dot(c, c) > dot(best, best)) best = c;
  }
  const double length = norm(best);
  if (!(length > 1e-9 * p2)) return std::nullopt;
  return best / length;
}

std::vector<Vec3f> normals_of(const StaticMap& map) {
  // One point per voxel. A centroid on the face of its voxel may round into the next voxel: then the first point of a
  // voxel represents it.
  struct PointOfVoxel {
    uint32_t index = KeyIndex::kNone;
  };
  using Points = BlockGrid<PointOfVoxel>;
  Points points;
  for (uint32_t i = 0; i < map.points.size(); ++i) {
    const auto voxel = voxel_of(map.points[i].position, map.voxel_m);
    if (!voxel) continue;
    uint32_t& index = points.at(*voxel).index;
    if (index == KeyIndex::kNone) index = i;
  }

  std::vector<Vec3f> normals(map.points.size());
  parallel_for(map.points.size(), [&](std::size_t i) {
    const Vec3d here = map.points[i].position;
    const auto voxel = voxel_of(here, map.voxel_m);
    if (!voxel) return;
    // Weighted covariance of the points in the 5 x 5 x 5 voxels around the point.
    Mat3d second{};
    Vec3d first{};
    double weight = 0;
    std::size_t count = 0;
    const Voxel low{voxel->x - kReach, voxel->y - kReach, voxel->z - kReach};
    const Points::Window window(points, low);
    for (int n = 0; n < 125; ++n) {
      const PointOfVoxel* found = window.find(points, {low.x + n % 5, low.y + n / 5 % 5, low.z + n / 25});
      if (found == nullptr || found->index == KeyIndex::kNone) continue;
      const MapPoint& other = map.points[found->index];
      const Vec3d d = other.position - here;
      const double w = std::min(other.count, kMaxWeight);
      second = second + outer(d) * w;
      first += d * w;
      weight += w;
      ++count;
    }
    if (count < kMinPoints) return;
    const auto normal = smallest_eigenvector(second * (1 / weight) + outer(first / weight) * -1.0);
    if (!normal) return;
    const bool away = dot(*normal, cast<double>(map.points[i].to_sensor)) < 0;
    normals[i] = cast<float>(away ? -*normal : *normal);
  });
  return normals;
}

}  // namespace gs::mapping
