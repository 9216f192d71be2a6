// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Morton keys and the order they give.
#include "gs/splat/model/morton_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "gs/splat/kernel/morton.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::splat {
namespace {

using testing::random_cloud;

double path_length(CloudView cloud, const std::vector<uint32_t>& order) {
  double length = 0;
  for (std::size_t k = 1; k < order.size(); ++k) {
    length += norm(cast<double>(cloud.position_of(order[k]) - cloud.position_of(order[k - 1])));
  }
  return length;
}

TEST(MortonKey, InterleavesTheBitsOfTheAxes) {
  EXPECT_EQ(spread_bits(0b111), 0b1001001u);
  EXPECT_EQ(spread_bits(0x1FFFFF), 0x1249249249249249u);
  const MortonCube cube{{-1, -2, -3}, 1};
  EXPECT_EQ(morton_key(cube, {-1, -2, -3}), 0u);
  EXPECT_EQ(morton_key(cube, {0, -2, -3}), 1u);
  EXPECT_EQ(morton_key(cube, {-1, -1, -3}), 2u);
  EXPECT_EQ(morton_key(cube, {-1, -2, -2}), 4u);
  EXPECT_EQ(morton_key(cube, {1, 0, -1}), 0b111000u);
}

TEST(MortonKey, PositionsThatAreNotFiniteComeLast) {
  const float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const MortonCube cube = morton_cube({0, 0, 0}, {1, 1, 1});
  for (const Vec3f bad : {Vec3f{nan, 0, 0}, Vec3f{0, infinity, 0}, Vec3f{0, 0, -infinity}}) {
    EXPECT_EQ(morton_key(cube, bad), kLastMortonKey);
  }
  EXPECT_LT(morton_key(cube, {1, 1, 1}), kLastMortonKey);
}

TEST(MortonOrder, IsAPermutationWithShortSteps) {
  const GaussianCloud cloud = random_cloud(5000, 0);
  const std::vector<uint32_t> order = morton_order(cloud.view());
  std::vector<uint32_t> given(order.size()), sorted = order;
  std::iota(given.begin(), given.end(), 0u);
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, given);
  EXPECT_LT(path_length(cloud.view(), order), 0.2 * path_length(cloud.view(), given));
}

TEST(MortonOrder, EqualPlacesKeepTheirOrder) {
  GaussianCloud cloud = random_cloud(4, 0);
  const MutableCloudView view = cloud.view();
  view.set_position(0, {std::numeric_limits<float>::quiet_NaN(), 0, 0});
  for (const std::size_t i : {1u, 2u, 3u}) view.set_position(i, {i == 2 ? 0.0f : 5.0f, 1, 1});
  EXPECT_EQ(morton_order(std::as_const(cloud).view()), (std::vector<uint32_t>{2, 1, 3, 0}));
  EXPECT_TRUE(morton_order(CloudView{}).empty());
}

}  // namespace
}  // namespace gs::splat
