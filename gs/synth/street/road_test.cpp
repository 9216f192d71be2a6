// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/street/road.h"

#include <gmock/gmock.h>

#include <cmath>

#include "gs/core/numbers/random.h"

namespace gs {
namespace {

TEST(Road, LocateUndoesPlan) {
  const Road road{StreetOptions{}};
  Random r(1, 2, 3);
  for (int i = 0; i < 2000; ++i) {
    const RoadCoordinates c{r.uniform(-50, 450), r.uniform(-40, 40)};
    const RoadCoordinates back = road.locate(road.plan(c.s, c.d));
    EXPECT_NEAR(back.s, c.s, 1e-7);
    EXPECT_NEAR(back.d, c.d, 1e-7);
  }
}

// The centreline is parametrised by its length, and its tangent has the stated heading.
TEST(Road, CentrelineHasUnitSpeedAndItsHeading) {
  const Road road{StreetOptions{}};
  for (double s = -55; s < 455; s += 0.37) {
    const Vec2d step = road.at(s + 1e-5).position - road.at(s - 1e-5).position;
    EXPECT_NEAR(norm(step), 2e-5, 1e-10);
    const double heading = road.at(s).heading_rad;
    EXPECT_NEAR(cross(Vec2d{std::cos(heading), std::sin(heading)}, step), 0, 1e-10);
  }
}

// The default street must exercise heading and height.
TEST(Road, BendsCrestsAndDips) {
  const Road road{StreetOptions{}};
  EXPECT_GT(std::fabs(road.at(400).heading_rad - road.at(0).heading_rad), 0.5);
  double low = 0, high = 0;
  for (double s = 0; s < 400; s += 1) low = std::min(low, road.elevation(s)), high = std::max(high, road.elevation(s));
  EXPECT_NEAR(high, 2.2, 0.05);
  EXPECT_LT(low, -1.5);
}

TEST(Road, KerbsAreTwelveCentimetresAndOpenAtTheIntersection) {
  const Road road{StreetOptions{}};
  const double kerb = Road::kHalfWidth;
  const double step =
      road.ground_height(RoadCoordinates{200, kerb + 1e-6}) - road.ground_height(RoadCoordinates{200, kerb - 1e-6});
  EXPECT_NEAR(step, 0.12, 1e-6);
  EXPECT_TRUE(road.on_road({road.intersection_s(), 20}));
  EXPECT_FALSE(road.on_road({road.intersection_s() + 12, 20}));
}

TEST(Road, DrivablePolygonIsCounterClockwiseAndHasTheRoadsArea) {
  const Road road{StreetOptions{}};
  const auto ring = road.drivable_polygon();
  double area = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) area += 0.5 * cross(ring[i], ring[(i + 1) % ring.size()]);
  // Both arms of the side street, minus the part on the main road, plus four corners cut by a quarter circle.
  const double side = 2 * 2 * Road::kSideStreetHalfWidth * (Road::kStrip - Road::kHalfWidth);
  const double corners = 4 * Road::kCornerRadius * Road::kCornerRadius * (1 - kPi / 4);
  EXPECT_NEAR(area, 400 * 2 * Road::kHalfWidth + side + corners, 1.5);
}

}  // namespace
}  // namespace gs
