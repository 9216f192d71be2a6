// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/vehicle/collision.h"

#include <algorithm>
#include <cmath>

namespace gs::sim {
namespace {

constexpr double kCell = 2.0;           // [m] edge of a grid cell
constexpr int64_t kMostCells = 10'000;  // cells per triangle; larger triangles (a ground plane) go to large_

int64_t cell_of(double value) { return static_cast<int64_t>(std::floor(value / kCell)); }

// Separating axis test of triangle (a, b, c) against the axis-aligned box [-h, h]: 3 box normals, 9 edge cross
// products, 1 triangle normal (Akenine-Moeller 2001).
bool touches(Vec3d a, Vec3d b, Vec3d c, Vec3d h) {
  const auto separated = [&](Vec3d axis) {
    const double pa = dot(a, axis), pb = dot(b, axis), pc = dot(c, axis);
    const double reach = h.x * std::abs(axis.x) + h.y * std::abs(axis.y) + h.z * std::abs(axis.z);
    return std::min({pa, pb, pc}) > reach || std::max({pa, pb, pc}) < -reach;
  };
  const Vec3d edges[3] = {b - a, c - b, a - c};
  const Vec3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vec3d& axis : axes) {
    if (separated(axis)) return false;
    for (const Vec3d& edge : edges) {
      if (separated(cross(axis, edge))) return false;
    }
  }
  return !separated(cross(edges[0], edges[1]));
}

// Point of triangle (a, b, c) that is nearest to the origin (Ericson 2005, section 5.1.5).
Vec3d nearest_to_origin(Vec3d a, Vec3d b, Vec3d c) {
  const auto on_edge = [](Vec3d p, Vec3d q) {
    const Vec3d e = q - p;
    const double length2 = dot(e, e);
    return length2 > 0 ? p + e * std::clamp(-dot(p, e) / length2, 0.0, 1.0) : p;
  };
  const Vec3d n = cross(b - a, c - a);
  const double n2 = dot(n, n);
  if (n2 > 0) {
    const Vec3d p = n * (dot(a, n) / n2);  // foot of the origin on the plane
    const bool inside =
        dot(cross(b - a, p - a), n) >= 0 && dot(cross(c - b, p - b), n) >= 0 && dot(cross(a - c, p - c), n) >= 0;
    if (inside) return p;
  }
  Vec3d best = on_edge(a, b);
  for (const Vec3d& other : {on_edge(b, c), on_edge(c, a)}) {
    if (dot(other, other) < dot(best, best)) best = other;
  }
  return best;
}

}  // namespace

Box collision_box(const VehicleOptions& v) {
  const double length = v.rear_overhang + v.wheelbase + v.front_overhang;
  const double height = std::max(v.height - v.ground_clearance, 0.01);
  return {.centre = {0.5 * length - v.rear_overhang, 0, v.ground_clearance + 0.5 * height},
          .half_extent = {0.5 * length, 0.5 * v.width, 0.5 * height}};
}

// Both cell indices in one key: x in the upper 32 bits, y in the lower ones.
uint64_t CollisionGrid::cell_key(int64_t ix, int64_t iy) {
  return static_cast<uint64_t>(ix) << 32 | (static_cast<uint64_t>(iy) & 0xFFFFFFFFu);
}

CollisionGrid::CollisionGrid(std::span<const Vec3f> vertices, std::span<const uint32_t> triangles, Vec3d origin)
    : vertices_(vertices), triangles_(triangles), origin_(origin) {
  // Every triangle is entered into all cells that its bounds touch, so a query looks only at the cells below the
  // vehicle.
  for (uint32_t t = 0; t + 2 < triangles.size(); t += 3) {
    const Vec3f a = vertices[triangles[t]], b = vertices[triangles[t + 1]], c = vertices[triangles[t + 2]];
    const int64_t x0 = cell_of(std::min({a.x, b.x, c.x})), x1 = cell_of(std::max({a.x, b.x, c.x}));
    const int64_t y0 = cell_of(std::min({a.y, b.y, c.y})), y1 = cell_of(std::max({a.y, b.y, c.y}));
    // A ground plane would fill the grid; large triangles are tested against the vehicle in every step instead.
    if ((x1 - x0 + 1) * (y1 - y0 + 1) > kMostCells) {
      large_.push_back(t);
      continue;
    }
    const double low_z = std::min({a.z, b.z, c.z}), high_z = std::max({a.z, b.z, c.z});
    for (int64_t x = x0; x <= x1; ++x) {
      for (int64_t y = y0; y <= y1; ++y) {
        Cell& cell = cells_.try_emplace(cell_key(x, y), Cell{low_z, high_z, {}}).first->second;
        cell.low_z = std::min(cell.low_z, low_z), cell.high_z = std::max(cell.high_z, high_z);
        cell.triangles.push_back(t);
      }
    }
  }
}

std::optional<Vec3d> CollisionGrid::contact(const Box& box, const Rigid3d& map_from_base_link) const {
  const Rigid3d map_from_box = map_from_base_link * Rigid3d{{}, box.centre};
  const Rigid3d box_from_map = map_from_box.inverse();
  // Axis-aligned bounds of the rotated box, relative to origin_; they reject most triangles cheaply.
  const Mat3d r = to_matrix(map_from_box.rotation);
  const Vec3d h = box.half_extent, centre = map_from_box.translation - origin_;
  const auto extent = [&](int row) {
    return std::abs(r.m[row][0]) * h.x + std::abs(r.m[row][1]) * h.y + std::abs(r.m[row][2]) * h.z;
  };
  const Vec3d reach{extent(0), extent(1), extent(2)}, low = centre - reach, high = centre + reach;
  const auto corner = [&](uint32_t index) { return cast<double>(vertices_[triangles_[index]]); };
  const auto touched = [&](uint32_t t) {
    const Vec3d a = corner(t), b = corner(t + 1), c = corner(t + 2);
    if (std::max({a.z, b.z, c.z}) < low.z || std::min({a.z, b.z, c.z}) > high.z) return false;
    if (std::max({a.x, b.x, c.x}) < low.x || std::min({a.x, b.x, c.x}) > high.x) return false;
    if (std::max({a.y, b.y, c.y}) < low.y || std::min({a.y, b.y, c.y}) > high.y) return false;
    return touches(box_from_map * (a + origin_), box_from_map * (b + origin_), box_from_map * (c + origin_), h);
  };
  // The point of the triangle that is nearest to the centre of the box; outside of the box, the box's nearest point.
  const auto point_of = [&](uint32_t t) {
    const Vec3d p = nearest_to_origin(box_from_map * (corner(t) + origin_), box_from_map * (corner(t + 1) + origin_),
                                      box_from_map * (corner(t + 2) + origin_));
    return map_from_box * Vec3d{std::clamp(p.x, -h.x, h.x), std::clamp(p.y, -h.y, h.y), std::clamp(p.z, -h.z, h.z)};
  };
  for (int64_t x = cell_of(low.x); x <= cell_of(high.x); ++x) {
    for (int64_t y = cell_of(low.y); y <= cell_of(high.y); ++y) {
      const auto found = cells_.find(cell_key(x, y));
      if (found == cells_.end()) continue;
      const Cell& cell = found->second;
      if (cell.high_z < low.z || cell.low_z > high.z) continue;
      const auto hit = std::find_if(cell.triangles.begin(), cell.triangles.end(), touched);
      if (hit != cell.triangles.end()) return point_of(*hit);
    }
  }
  const auto hit = std::find_if(large_.begin(), large_.end(), touched);
  if (hit == large_.end()) return std::nullopt;
  return point_of(*hit);
}

}  // namespace gs::sim
