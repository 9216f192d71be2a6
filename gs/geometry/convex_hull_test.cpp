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

// Against every pixel: inside means left of, or on, every edge.
TEST(ConvexHull, PixelsAreThoseWhoseCentreLiesInside) {
  constexpr int kWidth = 12, kHeight = 8;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed, purpose("pixels_of_hull"), 0);
    std::vector<Vec2d> points(6);
    for (Vec2d& p : points) p = {random.uniform(-4, 16), random.uniform(-4, 12)};  // some outside the image
    const std::vector<Vec2d> hull = convex_hull(points);
    std::vector<bool> filled(kWidth * kHeight, false);
    for (const PixelRow& row : pixels_of_hull(points, kWidth, kHeight)) {
      ASSERT_TRUE(0 <= row.y && row.y < kHeight && 0 <= row.first && row.first <= row.last && row.last < kWidth);
      for (int x = row.first; x <= row.last; ++x) filled[static_cast<std::size_t>(row.y * kWidth + x)] = true;
    }
    for (int i = 0; i < kWidth * kHeight; ++i) {
      const Vec2d p{static_cast<double>(i % kWidth), static_cast<double>(i / kWidth)};
      bool inside = true;
      for (std::size_t k = 0; k < hull.size(); ++k) {
        inside = inside && cross(hull[(k + 1) % hull.size()] - hull[k], p - hull[k]) >= 0;
      }
      EXPECT_EQ(filled[static_cast<std::size_t>(i)], inside) << "seed " << seed << " pixel " << p.x << " " << p.y;
    }
  }
  EXPECT_TRUE(pixels_of_hull({{1, 1}, {5, 5}}, kWidth, kHeight).empty());
}

}  // namespace
}  // namespace gs
