// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The ground is the most frequent height around the car.
#include "gs/importers/common/ground_height.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gs::importers {
namespace {

TEST(GroundHeight, IsThatOfMostPointsAround) {
  std::vector<Vec3d> points;
  for (int i = 0; i < 400; ++i) points.push_back({4 + 0.02 * i, std::sin(i), -1.73 + 0.01 * std::cos(i)});
  for (int i = 0; i < 900; ++i) points.push_back({8, 2, -1.5 + 0.002 * i});  // a wall
  for (int i = 0; i < 900; ++i) points.push_back({1, 0, -0.8});              // the roof of the car
  points.push_back({5, 5, std::numeric_limits<double>::quiet_NaN()});
  const auto height = ground_height(points, {-4, -0.5});
  ASSERT_TRUE(height);
  EXPECT_NEAR(*height, -1.73, 0.02);
}

TEST(GroundHeight, IsUnknownWithoutPoints) {
  EXPECT_FALSE(ground_height({}, {-4, -0.5}));
  EXPECT_FALSE(ground_height(std::vector<Vec3d>(500, {5, 0, 3}), {-4, -0.5}));
}

}  // namespace
}  // namespace gs::importers
