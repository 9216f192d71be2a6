// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Adaptive density control: split, clone, prune, and the cap.
#include "gs/splat/train/density/adc.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::splat::train {
namespace {

using splat::testing::random_cloud;
using splat::testing::same_bits;

// Even Gaussians are small (cloned), odd ones large (split); all are opaque.
TrainingState make_state(std::size_t count) {
  TrainingState state;
  state.cloud = random_cloud(count, 1, 5);
  state.adam = make_adam_state(count, 1).value();
  state.iteration = 700;
  state.density.pull.assign(count, 0.0f), state.density.count.assign(count, 2.0f);
  const MutableCloudView cloud = state.cloud.view(), first = state.adam.first.view();
  for (std::size_t i = 0; i < count; ++i) {
    cloud.opacity_logit[i] = 1, first.opacity_logit[i] = 1;
    cloud.set_log_scale(i, i % 2 == 0 ? Vec3f{-9, -9, -9} : Vec3f{-1, -1.5f, -2});
  }
  return state;
}

// Gaussian 0 is faint, 2 small and 3 large, all with a large gradient: removed, cloned and split.
TEST(Adc, SmallOnesAreDoubledLargeOnesCutAndFaintOnesGo) {
  TrainingState state = make_state(10);
  state.cloud.view().opacity_logit[0] = -9;  // faint
  state.density.pull[2] = 1, state.density.pull[3] = 1, state.density.pull[0] = 1;
  const Vec3f small = std::as_const(state.cloud).view().position_of(2);
  const Vec3f large = std::as_const(state.cloud).view().position_of(3);
  const AdcChange change = adc_refine(state, {.grad_threshold = 0.1, .extent_m = 1}).value();
  EXPECT_EQ(change.removed, 1u);
  EXPECT_EQ(change.cloned, 1u);
  EXPECT_EQ(change.split, 1u);
  ASSERT_EQ(state.cloud.size(), 11u);
  const CloudView cloud = std::as_const(state.cloud).view(), first = std::as_const(state.adam.first).view();
  EXPECT_EQ(cloud.position_of(9), small);
  EXPECT_EQ(cloud.position_of(1), small);
  for (const std::size_t half : {std::size_t{2}, std::size_t{10}}) {
    EXPECT_NE(cloud.position_of(half), large);
    EXPECT_LT(norm(cloud.position_of(half) - large), 2.0f);
    EXPECT_NEAR(cloud.log_scale_of(half).x, -1 - std::log(1.6f), 1e-6f);
    EXPECT_EQ(first.opacity_logit[half], 0);
  }
  EXPECT_EQ(first.opacity_logit[9], 0);
  EXPECT_EQ(first.opacity_logit[1], 1);  // the original of a clone keeps its moments
  EXPECT_TRUE(state.density.pull.empty());
}

// With room for three, the three largest gradients are cloned.
TEST(Adc, TheCapHoldsAndTheStrongestPullsWin) {
  TrainingState state = make_state(50);
  for (std::size_t i = 0; i < 50; i += 2) state.density.pull[i] = static_cast<float>(1 + i);
  const Vec3f strongest = std::as_const(state.cloud).view().position_of(48);
  EXPECT_EQ(adc_refine(state, {.max_gaussians = 53, .grad_threshold = 0.1}).value().cloned, 3u);
  ASSERT_EQ(state.cloud.size(), 53u);
  EXPECT_EQ(std::as_const(state.cloud).view().position_of(52), strongest);
}

// A cloud is never empty.
TEST(Adc, AllFaintLeavesOne) {
  TrainingState state = make_state(4);
  for (std::size_t i = 0; i < 4; ++i) state.cloud.view().opacity_logit[i] = -20;
  ASSERT_TRUE(adc_refine(state, {}));
  EXPECT_EQ(state.cloud.size(), 1u);
}

TEST(Adc, SameBitsWhateverTheNumberOfThreads) {
  const auto refined = [](int threads) {
    const ScopedThreadCount scope(threads);
    TrainingState state = make_state(5000);
    for (std::size_t i = 0; i < 5000; ++i) state.density.pull[i] = static_cast<float>(i % 17);
    EXPECT_TRUE(adc_refine(state, {.max_gaussians = 6000, .grad_threshold = 1, .extent_m = 1}));
    return std::move(state.cloud);
  };
  EXPECT_TRUE(same_bits(refined(1), refined(3)));
}

TEST(Adc, ResetMakesEverythingFaint) {
  TrainingState state = make_state(3);
  state.cloud.view().opacity_logit[1] = -7;
  reset_opacities(state);
  EXPECT_NEAR(state.cloud.view().opacity_logit[0], std::log(0.01 / 0.99), 1e-4);
  EXPECT_EQ(state.cloud.view().opacity_logit[1], -7);
  EXPECT_EQ(state.adam.first.view().opacity_logit[0], 0);
}

TEST(DensityStatistics, AddUpWhatWasSeen) {
  DensityStatistics statistics;
  const std::vector<float> x{3, 0, 0}, y{4, 0, 0}, opacity{0, 1, 0};
  SplatGradPlanes planes{};
  planes.plane[SplatGradPlanes::center_x] = x.data(), planes.plane[SplatGradPlanes::center_y] = y.data();
  planes.plane[SplatGradPlanes::opacity] = opacity.data();
  add_density_statistics(statistics, planes, 3, 2, 2);
  add_density_statistics(statistics, planes, 3, 4, 2);
  EXPECT_NEAR(statistics.mean_pull(0), (5 + std::sqrt(36.0f + 16)) / 2, 1e-5);
  EXPECT_EQ(statistics.count, (std::vector<float>{2, 2, 0}));
  EXPECT_EQ(statistics.mean_pull(2), 0);
}

}  // namespace
}  // namespace gs::splat::train
