// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/mesh/distance_field.h"

#include <algorithm>
#include <cmath>

namespace gs::mapping {
namespace {

// Reach of a tangent plane in voxels: kBand along its normal (just over the diagonal of a cell, so that every cell it
// crosses has eight known corners), kAcross along the plane, where its weight fades to zero.
constexpr float kBand = 1.8f, kAcross = 1.8f;
constexpr int kReach = 2, kSide = 2 * kReach + 1;
// Voxels of a row computed together, a whole number of vector registers.
constexpr int kLanes = 8;

struct Row {
  float along[kLanes], weight[kLanes];
};
// Distances to the plane and weights of the voxels d, d + (1, 0, 0), ...; d is relative to the plane's point [voxels].
// Branch-free, so that the compiler vectorises it.
inline Row weigh(Vec3f d, Vec3f normal, float weight) {
  constexpr float kFade = 1 / (kAcross * kAcross);
  const float first = dot(d, normal), rest = d.y * d.y + d.z * d.z;
  Row row;
  for (int x = 0; x < kLanes; ++x) {
    // |d|^2 - along^2 is the square of the distance across the normal.
    const float dx = d.x + static_cast<float>(x), along = first + static_cast<float>(x) * normal.x;
    const float inside = std::max(0.0f, 1 - (dx * dx + rest - along * along) * kFade);
    row.along[x] = along;
    row.weight[x] = along * along <= kBand * kBand ? weight * inside * inside : 0.0f;
  }
  return row;
}

// Adds one tangent plane to the kSide^3 voxels around its point.
void add_plane(Field& field, const OrientedPoint& point, double voxel_m) {
  const auto centre = voxel_of(point.position, voxel_m);
  if (!centre) return;
  const Voxel low{centre->x - kReach, centre->y - kReach, centre->z - kReach};
  Field::Window window(field, low);
  const Vec3f n = point.normal;
  const Vec3f first = cast<float>(Vec3d{low.x + 0.5, low.y + 0.5, low.z + 0.5} - point.position / voxel_m);
  const float span = (kSide - 1) * n.x;
  for (int z = 0; z < kSide; ++z) {
    for (int y = 0; y < kSide; ++y) {
      const Vec3f d{first.x, first.y + static_cast<float>(y), first.z + static_cast<float>(z)};
      // Skip rows that lie outside the band altogether.
      const float begin = dot(d, n), end = begin + span;
      if (std::min(begin, end) > kBand || std::max(begin, end) < -kBand) continue;
      const Row row = weigh(d, n, point.weight);
      for (int x = 0; x < kSide; ++x) {
        if (row.weight[x] <= 0) continue;
        FieldSample& sample = window.at(field, {low.x + x, low.y + y, low.z + z});
        sample.distance += row.along[x] * row.weight[x];
        sample.weight += row.weight[x];
      }
    }
  }
}

}  // namespace

Field distance_field(std::span<const OrientedPoint> points, double voxel_m) {
  Field field;
  for (const OrientedPoint& point : points) add_plane(field, point, voxel_m);
  return field;
}

}  // namespace gs::mapping
