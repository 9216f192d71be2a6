// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shadows of boxes: their length and direction, and the hull of the floor and the shadow of the roof.
#include "gs/world/actors/sun_light.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/numbers/math.h"
#include "gs/geometry/convex_hull.h"

namespace gs::world {
namespace {

TEST(SunLight, ShadowsPointAwayFromTheSun) {
  const Vec2d west = shadow_offset({.azimuth_deg = 0, .elevation_deg = 45}, 2);
  EXPECT_NEAR(west.x, -2, 1e-12);
  EXPECT_NEAR(west.y, 0, 1e-12);
  const Vec2d south = shadow_offset({.azimuth_deg = 90, .elevation_deg = 30}, 1);
  EXPECT_NEAR(south.x, 0, 1e-12);
  EXPECT_NEAR(south.y, -std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(norm(shadow_offset({.elevation_deg = 90}, 3)), 0, 1e-12);
}

double area_of(const ShadowOutline& outline) {
  double doubled = 0;
  for (std::size_t i = 0; i < outline.corners; ++i) {
    doubled += cross(outline.corner[i], outline.corner[(i + 1) % outline.corners]);
  }
  return doubled / 2;
}

// For every direction of the way: counter-clockwise, convex, and of the area of the hull of both rectangles.
TEST(SunLight, TheOutlineIsTheHullOfBothEndsOfTheWay) {
  for (int turn = 0; turn < 16; ++turn) {
    const double yaw = 0.1 + turn * kPi / 8;
    const auto at = [&](double x, double y) {
      return Vec2d{5 + x * std::cos(yaw) - y * std::sin(yaw), -3 + x * std::sin(yaw) + y * std::cos(yaw)};
    };
    const std::array<Vec2d, 4> floor{at(-2, -1), at(2, -1), at(2, 1), at(-2, 1)};
    for (int direction = 0; direction < 16; ++direction) {
      const Vec2d way{2.5 * std::cos(direction * kPi / 8), 2.5 * std::sin(direction * kPi / 8)};
      const ShadowOutline outline = swept_outline(floor, way);
      ASSERT_GE(outline.corners, 4u);
      std::vector<Vec2d> ends(floor.begin(), floor.end());
      for (const Vec2d& c : floor) ends.push_back(c + way);
      ShadowOutline hull;
      for (const Vec2d& c : convex_hull(ends)) hull.corner[hull.corners++] = c;
      EXPECT_NEAR(area_of(outline), area_of(hull), 1e-9) << turn << " " << direction;
      for (std::size_t i = 0; i < outline.corners; ++i) {
        const Vec2d a = outline.corner[i], b = outline.corner[(i + 1) % outline.corners],
                    c = outline.corner[(i + 2) % outline.corners];
        EXPECT_GE(cross(b - a, c - b), -1e-9) << turn << " " << direction;
      }
    }
  }
  const ShadowOutline still = swept_outline({{{0, 0}, {2, 0}, {2, 1}, {0, 1}}}, {});
  EXPECT_EQ(still.corners, 4u);
}

}  // namespace
}  // namespace gs::world
