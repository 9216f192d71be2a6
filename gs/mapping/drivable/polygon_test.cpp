// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Areas, buffers, unions and simplification of polygons.
#include "gs/mapping/drivable/polygon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace gs::mapping {
namespace {

Ring rectangle(double x0, double y0, double x1, double y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}};
}

double distance_to_segment(Vec2d p, Vec2d a, Vec2d b) {
  const Vec2d along = b - a;
  const double length2 = along.x * along.x + along.y * along.y;
  const double t = length2 == 0 ? 0 : ((p.x - a.x) * along.x + (p.y - a.y) * along.y) / length2;
  const Vec2d foot = a + along * std::clamp(t, 0.0, 1.0);
  return std::hypot(p.x - foot.x, p.y - foot.y);
}

// Rectangles, whose areas are known.
TEST(Polygon, AreasAreSignedAndHolesAreTakenOut) {
  Ring ring = rectangle(1, 2, 4, 6);
  EXPECT_DOUBLE_EQ(signed_area(ring), 12);
  std::reverse(ring.begin(), ring.end());
  EXPECT_DOUBLE_EQ(signed_area(ring), -12);
  Ring hole = rectangle(2, 3, 3, 4);
  std::reverse(hole.begin(), hole.end());
  const std::vector<Polygon> area = {{rectangle(1, 2, 4, 6), {hole}}, {rectangle(10, 10, 11, 12), {}}};
  EXPECT_DOUBLE_EQ(area_m2(area), 12 - 1 + 2);
  EXPECT_TRUE(contains(area, {1.5, 2.5}));
  EXPECT_FALSE(contains(area, {2.5, 3.5}));
  EXPECT_TRUE(contains(area, {10.5, 11}));
  EXPECT_FALSE(contains(area, {7, 7}));
  EXPECT_EQ(area_m2({}), 0);
  EXPECT_FALSE(contains({}, {0, 0}));
}

// Large coordinates, as UTM has them, lose no area to cancellation.
TEST(Polygon, AreaIsExactFarFromTheOrigin) {
  EXPECT_NEAR(signed_area(rectangle(500'000, 4'000'000, 500'003, 4'000'004)), 12, 1e-6);
}

// Random points against the distance to the nearest segment.
TEST(Polygon, ABufferHoldsExactlyThePointsNearItsLine) {
  const std::vector<Vec2d> line = {{0, 0}, {12, 2}, {14, 10}, {3, 12}};
  const double radius = 2.5;
  const auto area = buffer(line, radius).value();
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> place(-5, 18);
  int inside = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec2d p{place(random), place(random)};
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k + 1 < line.size(); ++k) {
      nearest = std::min(nearest, distance_to_segment(p, line[k], line[k + 1]));
    }
    if (std::abs(nearest - radius) < 0.05) continue;  // round ends are polygons
    EXPECT_EQ(contains(area, p), nearest < radius) << p.x << " " << p.y;
    inside += nearest < radius;
  }
  EXPECT_GT(inside, 500);
}

// A vehicle that stands still has a single position.
TEST(Polygon, ABufferOfOnePointIsADisc) {
  const auto area = buffer(std::vector<Vec2d>{{3, -4}}, 2).value();
  EXPECT_NEAR(area_m2(area), kPi * 4, 0.2);
  EXPECT_TRUE(contains(area, {3, -2.1}));
  EXPECT_FALSE(contains(area, {3, -1.9}));
}

TEST(Polygon, ABufferRefusesAnEmptyLineAndCoordinatesThatAreNotFinite) {
  EXPECT_EQ(buffer({}, 1).error().code, ErrorCode::invalid_argument);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(buffer(std::vector<Vec2d>{{0, 0}, {nan, 1}}, 1).error().code, ErrorCode::invalid_data);
}

// Areas of overlapping, separate and missing polygons in closed form.
TEST(Polygon, AUnionCountsTheOverlapOnce) {
  const std::vector<Polygon> a = {{rectangle(0, 0, 4, 4), {}}}, b = {{rectangle(2, 2, 6, 6), {}}};
  const auto both = unite_and_simplify(a, b, 0).value();
  ASSERT_EQ(both.size(), 1u);
  EXPECT_NEAR(area_m2(both), 16 + 16 - 4, 1e-9);
  const auto apart = unite_and_simplify(a, std::vector<Polygon>{{rectangle(9, 9, 10, 10), {}}}, 0).value();
  EXPECT_EQ(apart.size(), 2u);
  EXPECT_NEAR(area_m2(unite_and_simplify(a, {}, 0).value()), 16, 1e-9);
}

// A circle with waves of 5 cm, simplified by 20 cm, loses most corners and stays near all of them.
TEST(Polygon, SimplifyingMovesOutlinesByAtMostTheTolerance) {
  Ring wavy;
  for (int i = 0; i < 400; ++i) {
    const double angle = 2 * kPi * i / 400, radius = 10 + 0.05 * std::sin(40 * angle);
    wavy.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  wavy.push_back(wavy.front());
  const std::vector<Polygon> before = {{wavy, {}}};
  const auto after = unite_and_simplify(before, {}, 0.2).value();
  ASSERT_EQ(after.size(), 1u);
  EXPECT_LT(after[0].outer.size(), 80u);
  for (const Vec2d& corner : wavy) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k + 1 < after[0].outer.size(); ++k) {
      nearest = std::min(nearest, distance_to_segment(corner, after[0].outer[k], after[0].outer[k + 1]));
    }
    EXPECT_LE(nearest, 0.2 + 1e-9);
  }
  EXPECT_GT(signed_area(after[0].outer), 0);
}

}  // namespace
}  // namespace gs::mapping
