// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The road's geometry in closed form.
#include "gs/synth/street/road.h"

#include <gmock/gmock.h>

#include <cmath>

#include "gs/core/numbers/random.h"

namespace gs::synth {
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

// Curvature is the derivative of the heading, and the heading that of the direction of the centreline.
TEST(Road, CurvatureIsTheChangeOfHeading) {
  const Road road{StreetOptions{}};
  for (double s = -50; s < 450; s += 0.7) {
    const double change = (road.at(s + 1e-4).heading_rad - road.at(s - 1e-4).heading_rad) / 2e-4;
    EXPECT_NEAR(road.at(s).curvature_per_m, change, 1e-7) << s;
    EXPECT_LE(std::fabs(road.at(s).curvature_per_m), 0.011 + 1e-12);
  }
  EXPECT_NEAR(road.at(200).curvature_per_m, 0.011, 1e-12) << "the middle of the bend has the requested curvature";
  // Ramps at both ends of the bend add up to one more ramp length: angle = curvature * (bend + ramp).
  EXPECT_NEAR(road.at(450).heading_rad, 0.011 * (0.58 - 0.42 + 0.08) * 400, 1e-9);
}

TEST(Road, OppositeCurvatureIsTheMirrorImage) {
  const Road left{StreetOptions{.curvature_per_m = 0.012}}, right{StreetOptions{.curvature_per_m = -0.012}};
  for (double s = -50; s < 450; s += 7.3) {
    const Vec2d a = left.plan(s, 3), b = right.plan(s, -3);
    EXPECT_NEAR(a.x, b.x, 1e-9);
    EXPECT_NEAR(a.y, -b.y, 1e-9);
    EXPECT_EQ(left.elevation(s), right.elevation(s));
  }
}

// Without curvature and relief, the road is the x axis and a roof with the slope of the camber.
TEST(Road, StraightAndFlatRoadIsExact) {
  const Road road{StreetOptions{.curvature_per_m = 0, .relief_m = 0}};
  for (double s = -50; s < 450; s += 3.7) {
    for (const double d : {-5.0, -1.6, 0.0, 2.0}) {
      const Vec3d p = road.ground(s, d);
      EXPECT_NEAR(p.x, s, 1e-9);
      EXPECT_NEAR(p.y, d, 1e-12);
      EXPECT_NEAR(p.z, -0.022 * std::fabs(d), 1e-12);
    }
  }
}

// A long road would turn in a circle: its bend is limited to 100 degrees.
TEST(Road, BendOfLongRoadsIsLimited) {
  const Road road{StreetOptions{.length_m = 4000, .curvature_per_m = 0.014}};
  EXPECT_NEAR(road.at(4000).heading_rad, 1.75, 1e-6);
}

// The kerb of a corner is a quarter circle about the point that is one radius away from both kerbs.
TEST(Road, CornersOfTheIntersectionAreQuarterCircles) {
  const Road road{StreetOptions{}};
  const double centre_s = road.intersection_s() + Road::kSideStreetHalfWidth + Road::kCornerRadius;
  const double centre_d = Road::kHalfWidth + Road::kCornerRadius;
  for (double x = 0.02; x < Road::kCornerRadius - 0.02; x += 0.11) {
    const double s = centre_s - x;
    EXPECT_NEAR(std::hypot(s - centre_s, road.kerb_offset(s) - centre_d), Road::kCornerRadius, 2e-3) << x;
  }
  EXPECT_EQ(road.kerb_offset(centre_s + 1), Road::kHalfWidth);
  EXPECT_EQ(road.kerb_offset(road.intersection_s()), Road::kStrip);
}

}  // namespace
}  // namespace gs::synth
