// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/actors/footprint.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace gs::world {
namespace {

// A convex polygon of at most 8 corners: 4, and one more for each edge that cuts it. Rounding can add tiny edges.
struct Polygon {
  std::array<Vec2d, 16> corners{};
  std::size_t size = 0;
  void add(Vec2d corner) {
    if (size < corners.size()) corners[size++] = corner;
  }
};

// The part of a polygon with dot(normal, point) <= limit (Sutherland and Hodgman 1974).
Polygon clipped(const Polygon& polygon, Vec2d normal, double limit) {
  Polygon out;
  for (std::size_t i = 0; i < polygon.size; ++i) {
    const Vec2d a = polygon.corners[i], b = polygon.corners[(i + 1) % polygon.size];
    const double da = dot(normal, a) - limit, db = dot(normal, b) - limit;
    if (da <= 0) out.add(a);
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) out.add(a + (b - a) * (da / (da - db)));
  }
  return out;
}

// Shoelace formula; corners run counter-clockwise.
double area_of(const Polygon& polygon) {
  double doubled = 0;
  for (std::size_t i = 0; i < polygon.size; ++i) {
    doubled += cross(polygon.corners[i], polygon.corners[(i + 1) % polygon.size]);
  }
  return doubled / 2;
}

Vec2d rotated(Vec2d p, double angle_rad) {
  const double c = std::cos(angle_rad), s = std::sin(angle_rad);
  return {c * p.x - s * p.y, s * p.x + c * p.y};
}

}  // namespace

double overlap_area(const Footprint& a, const Footprint& b) {
  // In the axes of a, whose edges are then parallel to them.
  const Vec2d centre = rotated(b.centre - a.centre, -a.yaw);
  Polygon polygon;
  for (const Vec2d corner : {Vec2d{1, 1}, Vec2d{-1, 1}, Vec2d{-1, -1}, Vec2d{1, -1}}) {
    polygon.add(centre + rotated({corner.x * b.length / 2, corner.y * b.width / 2}, b.yaw - a.yaw));
  }
  for (const Vec2d normal : {Vec2d{1, 0}, Vec2d{-1, 0}}) polygon = clipped(polygon, normal, a.length / 2);
  for (const Vec2d normal : {Vec2d{0, 1}, Vec2d{0, -1}}) polygon = clipped(polygon, normal, a.width / 2);
  return area_of(polygon);
}

}  // namespace gs::world
