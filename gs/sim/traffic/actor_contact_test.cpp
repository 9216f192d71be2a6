// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Boxes touch exactly where dense sampling finds a common point.
#include "gs/sim/traffic/actor_contact.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/numbers/random.h"

namespace gs::sim {
namespace {

const Box kBox{.centre = {0, 0, 0.75}, .half_extent = {2, 1, 0.75}};

Rigid3d pose(double x, double y, double yaw, double z = 0) { return {Quaterniond::from_rpy(0, 0, yaw), {x, y, z}}; }

bool touch(const Rigid3d& a, const Rigid3d& b) { return contact_of(kBox, a, kBox, b).has_value(); }

TEST(ActorContact, BoxesTouchUntilTheyAreApart) {
  EXPECT_TRUE(touch(pose(0, 0, 0), pose(3.999, 0, 0)));
  EXPECT_FALSE(touch(pose(0, 0, 0), pose(4.001, 0, 0)));
  EXPECT_TRUE(touch(pose(0, 0, 0), pose(0, 2.999, kPi / 2)));
  EXPECT_FALSE(touch(pose(0, 0, 0), pose(0, 3.001, kPi / 2)));
  // Corner to corner at 45 degrees: neither projection on the axes of map separates them.
  EXPECT_FALSE(touch(pose(0, 0, 0), pose(3.2, 2.4, -kPi / 4)));
  EXPECT_FALSE(touch(pose(0, 0, 0), pose(1, 0, 0, 1.51)));  // one above the other
  EXPECT_TRUE(touch(pose(0, 0, 0), pose(1, 0, 0, 1.49)));
}

TEST(ActorContact, AgreesWithDenseSampling) {
  int together = 0;
  for (uint64_t i = 0; i < 300; ++i) {
    Random random(5, purpose("contact"), i);
    const Rigid3d a = pose(0, 0, random.uniform(-3.0, 3.0));
    const Rigid3d b = pose(random.uniform(-5.0, 5.0), random.uniform(-4.0, 4.0), random.uniform(-3.0, 3.0));
    double deepest = -1e9;  // of a point of b's floor below the nearest edge of a
    for (double x = -2; x <= 2; x += 0.05) {
      for (double y = -1; y <= 1; y += 0.05) {
        const Vec3d p = a.inverse() * (b * Vec3d{x, y, 0});
        deepest = std::max(deepest, std::min(2 - std::abs(p.x), 1 - std::abs(p.y)));
      }
    }
    if (std::abs(deepest) < 0.06) continue;  // finer than the sampling
    EXPECT_EQ(touch(a, b), deepest > 0) << i;
    together += deepest > 0;
  }
  EXPECT_GT(together, 50);
  EXPECT_LT(together, 250);
}

TEST(ActorContact, ThePointLiesInBothBoxesAndNamesTheSide) {
  const auto at = [](double x, double y, double yaw) {
    return *contact_of(kBox, pose(0, 0, 0), kBox, pose(x, y, yaw));
  };
  for (const auto& [x, y, yaw] : {std::tuple{3.5, 0.4, 0.1}, {0.0, 0.0, kPi / 2}, {-2.5, 1.2, 0.6}}) {
    const Vec3d p = at(x, y, yaw), q = pose(x, y, yaw).inverse() * p;
    EXPECT_LE(std::abs(p.x), 2 + 1e-6);
    EXPECT_LE(std::abs(p.y), 1 + 1e-6);
    EXPECT_LE(std::abs(q.x), 2 + 1e-6);
    EXPECT_LE(std::abs(q.y), 1 + 1e-6);
  }
  const auto side = [&](double x, double y) { return side_of(kBox, pose(0, 0, 0), at(x, y, 0)); };
  EXPECT_EQ(side(3.9, 0), EgoSide::front);
  EXPECT_EQ(side(-3.9, 0), EgoSide::rear);
  EXPECT_EQ(side(0, 1.9), EgoSide::left);
  EXPECT_EQ(side(0, -1.9), EgoSide::right);
}

}  // namespace
}  // namespace gs::sim
