// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Closed and turning roads, and streets with degenerate geometry.
#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/numbers/random.h"
#include "gs/synth/street/street.h"

namespace gs::synth {
namespace {

const StreetOptions kLoop{.shape = "loop"}, kJunction{.shape = "junction"};

TEST(RoadShapes, ALoopOf400MetresClosesExactly) {
  for (const double sign : {1.0, -1.0}) {
    const Road road{StreetOptions{.curvature_per_m = sign * 0.011, .shape = "loop"}};
    EXPECT_EQ(road.length_m(), 400);
    EXPECT_TRUE(road.is_closed());
    // Quadrature up to the seam ends at the start, to rounding; beyond the seam it is the same point.
    EXPECT_LT(norm(road.at(400 - 1e-12).position - road.at(0).position), 1e-9);
    EXPECT_EQ(road.at(400).position, road.at(0).position);
    EXPECT_EQ(road.at(800).position, road.at(0).position);
    EXPECT_NEAR(road.at(400).heading_rad, sign * 2 * kPi, 1e-12);
    EXPECT_NEAR(road.at(-100).heading_rad, road.at(300).heading_rad - sign * 2 * kPi, 1e-12);
    for (const double seam : {200.0, 400.0}) {
      EXPECT_NEAR(road.at(seam - 1e-9).heading_rad, road.at(seam + 1e-9).heading_rad, 1e-9);
    }
    // The second half is the first, turned by 180 degrees about the middle.
    const Vec2d middle = road.at(200).position * 0.5;
    for (double s = 0; s < 200; s += 7.1) {
      EXPECT_LT(norm(road.at(s).position + road.at(s + 200).position - middle * 2.0), 1e-9);
    }
  }
}

// Curvature is the derivative of the heading and the positions move in its direction, also across the seam.
TEST(RoadShapes, CentrelinesAreSmooth) {
  for (const StreetOptions& options : {kLoop, kJunction}) {
    const Road road{options};
    for (double s = -20; s < 420; s += 0.37) {
      const RoadPoint p = road.at(s);
      EXPECT_NEAR((road.at(s + 1e-4).heading_rad - road.at(s - 1e-4).heading_rad) / 2e-4, p.curvature_per_m, 1e-6);
      const Vec2d step = road.at(s + 1e-5).position - road.at(s - 1e-5).position;
      EXPECT_NEAR(norm(step), 2e-5, 1e-10) << s;
      EXPECT_NEAR(cross(Vec2d{std::cos(p.heading_rad), std::sin(p.heading_rad)}, step), 0, 1e-10);
    }
  }
}

TEST(RoadShapes, AJunctionTurnsBy90Degrees) {
  for (const double sign : {1.0, -1.0}) {
    const Road road{StreetOptions{.curvature_per_m = sign * 0.011, .shape = "junction"}};
    EXPECT_EQ(road.at(185).heading_rad, 0);
    EXPECT_NEAR(road.at(215).heading_rad, sign * kPi / 2, 1e-12);
    EXPECT_NEAR(road.at(200).heading_rad, sign * kPi / 4, 1e-12);
    EXPECT_NEAR(std::fabs(road.at(200).curvature_per_m), 1 / 14.0, 1e-4);
    EXPECT_NEAR(road.at(400).position.x, road.at(300).position.x, 1e-9) << "the second leg is straight";
  }
}

// The strips of both legs meet on the bisector: the inner edge of the ground at equal distances from the turn.
TEST(RoadShapes, StripsBesideATurnMeetWithoutOverlap) {
  const Road road{kJunction};
  for (double x = 0; x < 100; x += 0.7) {
    const double before = road.turn_s() - x, after = road.turn_s() + x;
    EXPECT_NEAR(road.strip(before, 1), road.strip(after, 1), 1e-6);
    EXPECT_EQ(road.strip(before, -1), Road::kStrip);
    EXPECT_GE(road.strip(before, 1), 13.9);
    if (road.strip(before, 1) < Road::kStrip) {
      EXPECT_LT(norm(road.plan(before, road.strip(before, 1)) - road.plan(after, road.strip(after, 1))), 1e-6) << x;
      EXPECT_NEAR(road.elevation(before), road.elevation(after), 1e-9);
    }
  }
}

TEST(RoadShapes, LocateUndoesPlan) {
  Random r(1, 2, 3);
  for (const StreetOptions& options : {kLoop, kJunction}) {
    const Road road{options};
    for (int i = 0; i < 2000; ++i) {
      const double s = r.uniform(road.first_s() + 1, road.last_s() - 1), side = r.uniform() < 0.5 ? -1 : 1;
      const double d = side * r.uniform(0, 0.9 * road.strip(s, side));
      const RoadCoordinates back = road.locate(road.plan(s, d));
      EXPECT_NEAR(back.s, s, 1e-6) << d;
      EXPECT_NEAR(back.d, d, 1e-6) << s;
      EXPECT_TRUE(road.covers(back));
    }
  }
}

TEST(RoadShapes, ShortLoopsAndJunctionsAreRefused) {
  EXPECT_TRUE(check_street({.length_m = 150}));
  EXPECT_TRUE(check_street({.length_m = 380, .shape = "loop"}));
  for (const char* shape : {"loop", "junction"}) {
    const auto checked = check_street({.length_m = 290, .shape = shape});
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().code, ErrorCode::invalid_option);
    EXPECT_NE(checked.error().message.find("290"), std::string::npos);
  }
}

// Every vertex of the ground lies at its height in closed form, on every course.
TEST(RoadShapes, MeshFollowsTheClosedForm) {
  for (const StreetOptions& options : {kLoop, kJunction}) {
    StreetOptions bare = options;
    bare.scenery = "field";
    const Street street = make_street(bare, false);
    std::size_t checked = 0;
    for (const Vec3f v : street.mesh.vertices) {
      const RoadCoordinates c = street.road.locate({double{v.x}, double{v.y}});
      if (std::fabs(c.d) > 12 || !street.road.covers(c)) continue;
      EXPECT_NEAR(double{v.z}, street.road.ground_height(c), 1e-4) << c.s << " " << c.d;
      ++checked;
    }
    EXPECT_GT(checked, 3000u);
  }
}

// A field without relief is a plane; a straight, level tunnel has the same cross-section at every station.
TEST(Sceneries, FieldIsAPlaneAndTunnelATube) {
  const StreetOptions flat{.curvature_per_m = 0, .relief_m = 0};
  StreetOptions field = flat, tunnel = flat;
  field.scenery = "field", tunnel.scenery = "tunnel";
  for (const Vec3f v : make_street(field, false).mesh.vertices) EXPECT_LE(std::fabs(v.z), 0.0011f);
  const Street street = make_street(tunnel, false);
  EXPECT_EQ(street.objects.size(), 1u);
  std::size_t above = 0;
  for (const Vec3f v : street.mesh.vertices) {
    if (v.z < 1) continue;
    EXPECT_FLOAT_EQ(std::fabs(v.y), 6.65f);
    EXPECT_FLOAT_EQ(v.z, 5.0f);
    ++above;
  }
  EXPECT_GT(above, 1000u);
}

}  // namespace
}  // namespace gs::synth
