// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/geometry/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gs {
namespace {

// Pixel range inside real bounds; clamped, so that the conversion to int is defined.
int first_inside(double at) { return static_cast<int>(std::ceil(std::clamp(at, -1e6, 1e6))); }
int last_inside(double at) { return static_cast<int>(std::floor(std::clamp(at, -1e6, 1e6))); }

}  // namespace

std::vector<Vec2d> convex_hull(std::vector<Vec2d> points) {
  if (points.size() < 3) return points;
  std::sort(points.begin(), points.end(), [](Vec2d a, Vec2d b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  std::vector<Vec2d> hull;
  // One chain from the first to the last point; a corner that is no left turn is dropped.
  const auto walk = [&](auto begin, auto end) {
    const std::size_t start = hull.size();
    for (auto p = begin; p != end; ++p) {
      while (hull.size() >= start + 2) {
        const Vec2d before = hull[hull.size() - 2];
        if (cross(hull.back() - before, *p - before) > 0) break;
        hull.pop_back();
      }
      hull.push_back(*p);
    }
    hull.pop_back();  // it is the first point of the other chain
  };
  walk(points.begin(), points.end());    // lower chain, from left to right
  walk(points.rbegin(), points.rend());  // upper chain, back
  return hull;
}

std::vector<PixelRow> pixels_of_hull(std::vector<Vec2d> points, int width, int height) {
  std::vector<PixelRow> rows;
  const std::vector<Vec2d> hull = convex_hull(std::move(points));
  if (hull.size() < 3) return rows;
  double low = hull[0].y, high = hull[0].y;
  for (const Vec2d& p : hull) low = std::min(low, p.y), high = std::max(high, p.y);
  // Scan conversion: each row is filled between the leftmost and rightmost crossing.
  for (int y = std::max(0, first_inside(low)); y <= std::min(height - 1, last_inside(high)); ++y) {
    double left = std::numeric_limits<double>::infinity(), right = -left;
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const Vec2d a = hull[i], b = hull[(i + 1) % hull.size()];
      if (std::min(a.y, b.y) > y || std::max(a.y, b.y) < y) continue;
      const double x = a.y == b.y ? a.x : a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
      left = std::min({left, x, a.y == b.y ? b.x : x}), right = std::max({right, x, a.y == b.y ? b.x : x});
    }
    const int first = std::max(0, first_inside(left)), last = std::min(width - 1, last_inside(right));
    if (first <= last) rows.push_back({y, first, last});
  }
  return rows;
}

}  // namespace gs
