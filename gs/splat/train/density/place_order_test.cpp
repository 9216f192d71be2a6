// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sorting by place moves moments and statistics with their Gaussians.
#include "gs/splat/train/density/place_order.h"

#include <gtest/gtest.h>

#include "gs/splat/model/morton_order.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::splat::train {
namespace {

using splat::testing::random_cloud;
using splat::testing::same_bits;

TEST(SortByPlace, MomentsAndStatisticsFollowTheirGaussians) {
  constexpr std::size_t kCount = 300;
  TrainingState state;
  state.cloud = random_cloud(kCount, 2, 7);
  state.adam.first = copy_of(std::as_const(state.cloud).view()).value();
  state.adam.second = copy_of(std::as_const(state.cloud).view()).value();
  for (std::size_t i = 0; i < kCount; ++i) {
    state.density.pull.push_back(std::as_const(state.cloud).view().opacity_logit[i]);
    state.density.count.push_back(std::as_const(state.cloud).view().position[0][i]);
  }
  const GaussianCloud wanted =
      gather(std::as_const(state.cloud).view(), morton_order(std::as_const(state.cloud).view())).value();
  EXPECT_FALSE(same_bits(state.cloud, wanted));
  ASSERT_TRUE(sort_by_place(state));
  for (const GaussianCloud* cloud : {&state.cloud, &state.adam.first, &state.adam.second}) {
    EXPECT_TRUE(same_bits(*cloud, wanted));
  }
  for (std::size_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(state.density.pull[i], wanted.view().opacity_logit[i]);
    EXPECT_EQ(state.density.count[i], wanted.view().position[0][i]);
  }
}

}  // namespace
}  // namespace gs::splat::train
