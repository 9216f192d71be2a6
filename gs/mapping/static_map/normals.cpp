// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/static_map/normals.h"

#include <algorithm>

#include "gs/core/parallel.h"
#include "gs/geometry/symmetric_eigen.h"
#include "gs/mapping/block_grid.h"

namespace gs::mapping {
namespace {

constexpr int kReach = 2;              // half width of the neighbourhood in voxels
constexpr std::size_t kMinPoints = 5;  // fewer neighbours do not define a surface
// Greatest weight of one map point, however many measurements it averages.
constexpr uint32_t kMaxWeight = 10;

Mat3d outer(Vec3d a) { return Mat3d::from_rows(a * a.x, a * a.y, a * a.z); }

}  // namespace

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
      // From the point and not from the origin of the map: squares of large coordinates lose the digits that matter.
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
