// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/distance_field.h"

namespace gs::mapping {
namespace {

// A plane reaches this many voxels to each side along its normal, and fades out across it.
constexpr float kBand = 2.5f, kAcross = 1.8f;
constexpr int kReach = 2, kSide = 2 * kReach + 1;

void add_plane(Field& field, const OrientedPoint& point, double voxel_m) {
  const auto centre = voxel_of(point.position, voxel_m);
  if (!centre) return;
  const Voxel low{centre->x - kReach, centre->y - kReach, centre->z - kReach};
  Field::Window window(field, low);
  const Vec3d p = point.position / voxel_m;
  const Vec3f n = point.normal;
  const Vec3f first = cast<float>(Vec3d{low.x + 0.5, low.y + 0.5, low.z + 0.5} - p);
  constexpr float kFade = 1 / (kAcross * kAcross);
  for (int z = 0; z < kSide; ++z) {
    for (int y = 0; y < kSide; ++y) {
      const Vec3f row{first.x, first.y + static_cast<float>(y), first.z + static_cast<float>(z)};
      const float along0 = dot(row, n), rest = row.y * row.y + row.z * row.z;
      for (int x = 0; x < kSide; ++x) {
        const float fx = static_cast<float>(x), dx = row.x + fx, along = along0 + fx * n.x;
        const float inside = 1 - (dx * dx + rest - along * along) * kFade;
        if (inside <= 0 || std::abs(along) > kBand) continue;
        const float w = point.weight * inside * inside;
        FieldSample& sample = window.at(field, {low.x + x, low.y + y, low.z + z});
        sample.distance += along * w;
        sample.weight += w;
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
