// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/geometry/convex_hull.h"

#include <algorithm>

namespace gs {

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

}  // namespace gs
