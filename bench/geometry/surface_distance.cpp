// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/geometry/surface_distance.h"

#include <algorithm>
#include <cmath>

#include "gs/core/numbers/random.h"

namespace bench {
namespace {

using namespace gs;
using mapping::Voxel;

constexpr double kWidest_m = 200;

// Squared distance of a point to a segment, and to a triangle.
double to_segment2(Vec3d p, Vec3d a, Vec3d b) {
  const Vec3d e = b - a;
  const double t = std::clamp(dot(p - a, e) / std::max(dot(e, e), 1e-30), 0.0, 1.0);
  const Vec3d d = p - (a + e * t);
  return dot(d, d);
}

double to_triangle2(Vec3d p, Vec3d a, Vec3d b, Vec3d c) {
  const Vec3d n = cross(b - a, c - a);
  const double area2 = dot(n, n);
  if (area2 > 1e-28) {
    const double above = dot(p - a, n);
    // If the foot of the perpendicular lies inside the triangle, the distance to its plane counts.
    const Vec3d q = p - n * (above / area2);
    if (dot(cross(b - a, q - a), n) >= 0 && dot(cross(c - b, q - b), n) >= 0 && dot(cross(a - c, q - c), n) >= 0) {
      return above * above / area2;
    }
  }
  return std::min({to_segment2(p, a, b), to_segment2(p, b, c), to_segment2(p, c, a)});
}

}  // namespace

SurfaceDistance::SurfaceDistance(std::span<const Vec3f> vertices, std::span<const uint32_t> triangles, Vec3d origin) {
  const auto corner = [&](std::size_t i) { return origin + cast<double>(vertices[triangles[i]]); };
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
    const Triangle triangle{corner(t), corner(t + 1), corner(t + 2)};
    const auto& [a, b, c] = triangle;
    const Vec3d low{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::min({a.z, b.z, c.z})};
    const Vec3d high{std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y}), std::max({a.z, b.z, c.z})};
    if (std::max(high.x - low.x, high.y - low.y) > kWidest_m) continue;
    const Vec3d n = cross(b - a, c - a);
    const double length = norm(n);
    const auto first = mapping::voxel_of(low, kFar_m), last = mapping::voxel_of(high, kFar_m);
    if (!first || !last) continue;
    const auto index = static_cast<uint32_t>(triangles_.size());
    triangles_.push_back(triangle);
    for (int32_t z = first->z; z <= last->z; ++z) {
      for (int32_t y = first->y; y <= last->y; ++y) {
        for (int32_t x = first->x; x <= last->x; ++x) {
          const Vec3d middle = Vec3d{x + 0.5, y + 0.5, z + 0.5} * kFar_m;
          if (length > 0 && std::abs(dot(middle - a, n)) > 0.87 * kFar_m * length)
            continue;  // the triangle's plane does not reach the cell
          const uint32_t cell = cells_.find_or_add(mapping::pack({x, y, z}));
          if (cell == of_cell_.size()) of_cell_.emplace_back();
          of_cell_[cell].push_back(index);
        }
      }
    }
  }
}

double SurfaceDistance::operator()(Vec3d point) const {
  double best = kFar_m * kFar_m;
  const auto centre = mapping::voxel_of(point, kFar_m);
  if (!centre) return kFar_m;
  // Cells are as large as kFar_m, so the 27 neighbours contain every triangle within that distance.
  for (int i = 0; i < 27; ++i) {
    const Voxel near{centre->x + i % 3 - 1, centre->y + i / 3 % 3 - 1, centre->z + i / 9 - 1};
    const uint32_t cell = cells_.find(mapping::pack(near));
    if (cell == mapping::KeyIndex::kNone) continue;
    for (const uint32_t t : of_cell_[cell]) {
      best = std::min(best, to_triangle2(point, triangles_[t].a, triangles_[t].b, triangles_[t].c));
    }
  }
  return std::sqrt(best);
}

std::vector<Vec3d> points_on(std::span<const Vec3f> vertices, std::span<const uint32_t> triangles, Vec3d origin,
                             double spacing_m) {
  std::vector<Vec3d> points;
  const auto corner = [&](std::size_t i) { return origin + cast<double>(vertices[triangles[i]]); };
  Random random(1, purpose("points_on"), 0);
  // The expected number of points of a triangle is rarely whole: the rest is carried over to the next triangle.
  double carried = 0;
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
    const Vec3d a = corner(t), b = corner(t + 1), c = corner(t + 2);
    for (carried += 0.5 * norm(cross(b - a, c - a)) / (spacing_m * spacing_m); carried >= 1; carried -= 1) {
      double u = random.uniform(), v = random.uniform();
      if (u + v > 1) u = 1 - u, v = 1 - v;
      points.push_back(a + (b - a) * u + (c - a) * v);
    }
  }
  return points;
}

}  // namespace bench
