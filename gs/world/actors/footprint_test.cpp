// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The area that two rectangles share, against closed forms and against counting points.
#include "gs/world/actors/footprint.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/numbers/random.h"

namespace gs::world {
namespace {

bool is_inside(const Footprint& f, Vec2d p) {
  const Vec2d d = p - f.centre;
  const double along = d.x * std::cos(f.yaw) + d.y * std::sin(f.yaw);
  const double across = d.y * std::cos(f.yaw) - d.x * std::sin(f.yaw);
  return std::abs(along) <= f.length / 2 && std::abs(across) <= f.width / 2;
}

TEST(Footprint, OverlapEqualsTheClosedForm) {
  const Footprint car{{10, 5}, 0.3, 4, 2};
  EXPECT_NEAR(overlap_area(car, car), 8, 1e-12);
  EXPECT_NEAR(overlap_area(car, {{10, 5}, 0.3 + kPi, 4, 2}), 8, 1e-12);
  EXPECT_NEAR(overlap_area(car, {{10, 5}, 0.3 + kPi / 2, 4, 2}), 4, 1e-12) << "a cross";
  EXPECT_NEAR(overlap_area(car, {{10, 5}, 1.1, 20, 20}), 8, 1e-12) << "inside a larger one";
  EXPECT_NEAR(overlap_area({{0, 0}, 0, 2, 2}, {{0, 0}, kPi / 4, 2, 2}), 8 * (std::sqrt(2) - 1), 1e-12) << "an octagon";
  EXPECT_NEAR(overlap_area({{0, 0}, 0, 4, 2}, {{3, 1.5}, 0, 4, 2}), 0.5, 1e-12);
  EXPECT_EQ(overlap_area(car, {{15, 5}, 0.3, 4, 2}), 0);
  EXPECT_EQ(overlap_area({{0, 0}, 0, 4, 2}, {{4, 0}, 0, 4, 2}), 0) << "they touch";
}

TEST(Footprint, OverlapEqualsTheShareOfPointsInBoth) {
  for (uint64_t trial = 0; trial < 20; ++trial) {
    Random random(7, 1, trial);
    const auto footprint = [&] {
      return Footprint{{random.uniform(-1, 1), random.uniform(-1, 1)},
                       random.uniform(-4, 4),
                       random.uniform(1, 5),
                       random.uniform(0.5, 2)};
    };
    const Footprint a = footprint(), b = footprint();
    constexpr int kPoints = 200'000;
    int both = 0;
    for (int i = 0; i < kPoints; ++i) {
      const Vec2d p{random.uniform(-4, 4), random.uniform(-4, 4)};
      both += is_inside(a, p) && is_inside(b, p);
    }
    EXPECT_NEAR(overlap_area(a, b), 64.0 * both / kPoints, 0.15) << trial;
    EXPECT_NEAR(overlap_area(a, b), overlap_area(b, a), 1e-12) << trial;
  }
}

}  // namespace
}  // namespace gs::world
