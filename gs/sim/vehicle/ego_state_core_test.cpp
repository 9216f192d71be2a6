// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Off-road test against brute force; acceleration of a turning body.
#include "gs/sim/vehicle/ego_state_core.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gs/core/numbers/random.h"
#include "gs/sim/testing/ground.h"

namespace gs::sim {
namespace {

bool is_inside(const world::Ring& ring, Vec2d p) {  // even-odd, edge by edge
  bool odd = false;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
    const Vec2d a = ring[i], b = ring[i + 1];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) odd = !odd;
  }
  return odd;
}

bool is_drivable(const world::DrivableArea& area, Vec2d p) {
  return std::any_of(area.polygons.begin(), area.polygons.end(), [&](const world::DrivablePolygon& polygon) {
    return is_inside(polygon.outer, p) && std::none_of(polygon.holes.begin(), polygon.holes.end(),
                                                       [&](const world::Ring& hole) { return is_inside(hole, p); });
  });
}

// A star with `points` tips around a centre, counter-clockwise; clockwise for holes.
world::Ring star(Vec2d centre, double radius, int points, bool clockwise = false) {
  world::Ring ring;
  for (int i = 0; i <= 2 * points; ++i) {
    const int at = (clockwise ? 2 * points - i : i) % (2 * points);
    const double angle = kPi * at / points, r = at % 2 ? 0.6 * radius : radius;
    ring.push_back(centre + Vec2d{r * std::cos(angle), r * std::sin(angle)});
  }
  return ring;
}

TEST(EgoStateCore, OffRoadAgreesWithBruteForceOverHolesAndOverlaps) {
  world::DrivableArea area;
  area.polygons = {
      {.outer = star({0, 0}, 20, 9), .holes = {star({5, 4}, 4, 5, true), star({-6, -2}, 3, 7, true)}, .priority = 1},
      {.outer = star({14, 6}, 12, 6), .holes = {star({14, 6}, 5, 4, true)}, .priority = 5},
      {.outer = star({4, 4}, 3, 4), .priority = 2},  // an island in the first hole
      {.outer = star({-15, -15}, 8, 11)}};
  const auto drivable = world::DrivableQuery::create(area);
  ASSERT_TRUE(drivable);
  const world::HeightmapData flat = ground_of([](double, double) { return 0.0; }, 60.0, 2.0);
  const GroundContact ground(flat, nullptr, {});
  const VehicleOptions vehicle;
  EgoStateCore ego(*drivable, ground, nullptr, vehicle);
  int off_road = 0;
  for (uint64_t i = 0; i < 10'000; ++i) {
    Random random(9, purpose("off_road"), i);
    const Vec2d p{random.uniform(-25, 28), random.uniform(-25, 25)};
    ego.place({{}, {p.x, p.y, 0}}, 0, {});
    ASSERT_EQ(ego.core().is_offroad, !is_drivable(area, p)) << p.x << " " << p.y;
    off_road += ego.core().is_offroad;
  }
  EXPECT_GT(off_road, 3000);
  EXPECT_LT(off_road, 8000);
}

TEST(EgoStateCore, AccelerationIsThatOfTheTurningBody) {
  const auto drivable = world::DrivableQuery::create({{{.outer = star({0, 0}, 20, 9)}}});
  const world::HeightmapData flat = ground_of([](double, double) { return 0.0; });
  const GroundContact ground(flat, nullptr, {});
  const VehicleOptions vehicle;
  EgoStateCore ego(*drivable, ground, nullptr, vehicle);
  ego.place({{}, {}}, 5, {});
  Notices notices;
  ego.update({.x = 0.05, .vx = 5.02, .yaw_rate = 0.4, .steering = 0.01}, 0.01, Timestamp::from_seconds(0.01), notices);
  EXPECT_NEAR(ego.core().acceleration.x, 2.0, 1e-9);
  EXPECT_NEAR(ego.core().acceleration.y, 5.02 * 0.4, 1e-9);
  EXPECT_NEAR(ego.core().steering_rate, 1.0, 1e-9);
  EXPECT_EQ(ego.state().pose.stamp, Timestamp::from_seconds(0.01));
  EXPECT_EQ(ego.state().speed, ego.state().twist.vx);
}

}  // namespace
}  // namespace gs::sim
