// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The vehicle stands on its wheels: slopes, holes, and beyond the edge of the map.
#include "gs/sim/vehicle/ground_contact.h"

#include <gtest/gtest.h>

#include "gs/sim/testing/ground.h"

namespace gs::sim {
namespace {

TEST(GroundContact, StandsOnATiltedPlaneWithTheRightPitchAndRoll) {
  const double slope_x = 0.1, slope_y = -0.05;
  const world::HeightmapData map = ground_of([&](double x, double y) { return 2.0 + slope_x * x + slope_y * y; });
  const GroundContact contact(map, nullptr, {});
  for (const double yaw : {0.0, 1.0, -2.5}) {
    const Stance stance = contact.stance(1.0, 2.0, yaw, {}, {});
    EXPECT_EQ(stance.wheels_on_ground, 4);
    EXPECT_NEAR(stance.z, 2.0 + 0.1 - 0.1, 1e-5);
    // The body's z axis is the plane's normal.
    const Vec3d up = map_from_base_link(1, 2, yaw, stance).rotation * Vec3d{0, 0, 1};
    const Vec3d normal = normalized(Vec3d{-slope_x, -slope_y, 1});
    EXPECT_NEAR(norm(up - normal), 0.0, 1e-5) << yaw;
    // Its x axis points along the heading, as seen from above.
    const Vec3d ahead = map_from_base_link(1, 2, yaw, stance).rotation * Vec3d{1, 0, 0};
    EXPECT_NEAR(std::remainder(std::atan2(ahead.y, ahead.x) - yaw, 2 * kPi), 0.0, 1e-9);
  }
}

TEST(GroundContact, NoseUpIsNegativePitch) {
  const world::HeightmapData map = ground_of([](double x, double) { return 0.2 * x; });
  const Stance stance = GroundContact(map, nullptr, {}).stance(0, 0, 0, {}, {});
  EXPECT_NEAR(stance.pitch, -std::atan(0.2), 1e-6);
  EXPECT_NEAR(stance.roll, 0.0, 1e-9);
}

TEST(GroundContact, OneWheelOverAHoleStandsOnTheOtherThree) {
  // Wheels at (0, +-0.8) and (2.8, +-0.8): the ground is unknown under the front left one.
  const world::HeightmapData map =
      ground_of([](double x, double y) { return x > 2.0 && y > 0.3 ? NAN : 1.0 + 0.1 * x; });
  const Stance stance = GroundContact(map, nullptr, {}).stance(0, 0, 0, {}, {});
  EXPECT_EQ(stance.wheels_on_ground, 3);
  EXPECT_NEAR(stance.z, 1.0, 1e-6);
  EXPECT_NEAR(stance.pitch, -std::atan(0.1), 1e-5);
}

TEST(GroundContact, OffTheMapKeepsTheLastStance) {
  const world::HeightmapData map = ground_of([](double, double) { return 3.0; });
  const Stance last{.z = 7.0, .pitch = 0.1, .roll = -0.2};
  const Stance stance = GroundContact(map, nullptr, {}).stance(500, 0, 0, {}, last);
  EXPECT_EQ(stance.wheels_on_ground, 0);
  EXPECT_EQ(stance.z, 7.0);
  EXPECT_EQ(stance.pitch, 0.1);
}

TEST(GroundContact, MeshIsUsedWhereTheHeightmapIsUnknown) {
  const world::HeightmapData map = ground_of([](double, double) { return NAN; });
  // A floor at z = 1 and a bridge deck at z = 6.
  const std::vector<Vec3f> vertices{{-50, -50, 1}, {50, -50, 1}, {0, 80, 1}, {-50, -50, 6}, {50, -50, 6}, {0, 80, 6}};
  const std::vector<uint32_t> triangles{0, 1, 2, 3, 4, 5};
  auto mesh = raycast::MeshCaster::build({vertices, triangles});
  ASSERT_TRUE(mesh);
  const GroundContact contact(map, &*mesh, {});
  EXPECT_NEAR(*contact.ground_height(0, 0, 1.2), 1.0, 1e-5);
  EXPECT_NEAR(*contact.ground_height(0, 0, 5.9), 6.0, 1e-5);
  EXPECT_FALSE(contact.ground_height(500, 0, 1.0));
}

}  // namespace
}  // namespace gs::sim
