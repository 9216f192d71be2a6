// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The convex hull equals its definition on lattice points.
#include "gs/geometry/convex_hull.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gs/core/numbers/random.h"

namespace gs {
namespace {

// Points with small integer coordinates: cross products are exact, many points coincide or lie on one line.
std::vector<Vec2d> lattice_points(uint64_t seed, std::size_t count) {
  Random random(seed, purpose("convex_hull_test"), 0);
  std::vector<Vec2d> points(count);
  for (Vec2d& p : points) p = {std::floor(random.uniform() * 9), std::floor(random.uniform() * 9)};
  return points;
}

// True if p is a corner, by definition: it is not inside a segment or triangle of other points.
bool is_corner(const std::vector<Vec2d>& points, Vec2d p) {
  for (const Vec2d& a : points) {
    for (const Vec2d& b : points) {
      if (a == p || b == p) continue;
      if (cross(a - p, b - p) == 0 && dot(a - p, b - p) < 0) return false;
      for (const Vec2d& c : points) {
        if (cross(b - a, p - a) > 0 && cross(c - b, p - b) > 0 && cross(a - c, p - c) > 0) return false;
      }
    }
  }
  return true;
}

TEST(ConvexHull, SquareIsCounterClockwiseFromTheLowerLeftWithoutEdgePoints) {
  const std::vector<Vec2d> square = {{1, 0}, {2, 2}, {0, 2}, {1, 1}, {2, 0}, {0, 1}, {0, 0}, {1, 2}, {2, 1}};
  const std::vector<Vec2d> corners = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  EXPECT_EQ(convex_hull(square), corners);
}

TEST(ConvexHull, EqualsTheDefinitionOnLatticePoints) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    const auto points = lattice_points(seed, 4 + seed % 20);
    const auto hull = convex_hull(points);
    for (const Vec2d& p : points) {
      EXPECT_EQ(is_corner(points, p), std::ranges::count(hull, p) == 1) << "seed " << seed << ": " << p.x << " " << p.y;
    }
    for (std::size_t i = 0; hull.size() > 2 && i < hull.size(); ++i) {
      const Vec2d a = hull[i], b = hull[(i + 1) % hull.size()], c = hull[(i + 2) % hull.size()];
      EXPECT_GT(cross(b - a, c - b), 0) << "seed " << seed << ": no left turn at corner " << i + 1;
    }
  }
}

TEST(ConvexHull, FewOrCollinearPointsHaveNoArea) {
  EXPECT_TRUE(convex_hull({}).empty());
  EXPECT_EQ(convex_hull({{1, 2}}).size(), 1u);
  EXPECT_LT(convex_hull({{0, 0}, {2, 2}, {1, 1}, {3, 3}}).size(), 3u);
  EXPECT_LT(convex_hull({{1, 1}, {1, 1}, {1, 1}}).size(), 3u);
}

}  // namespace
}  // namespace gs
