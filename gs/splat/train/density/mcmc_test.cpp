// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Relocation and noise of the MCMC strategy.
#include "gs/splat/train/density/mcmc.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gs/core/parallel.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::splat::train {
namespace {

using splat::testing::random_cloud;
using splat::testing::same_bits;

TrainingState mcmc_state(std::size_t count, uint64_t seed = 1) {
  TrainingState state;
  state.cloud = random_cloud(count, 1, seed);
  state.adam = make_adam_state(count, 1).value();
  const MutableCloudView first = state.adam.first.view();
  for (std::size_t i = 0; i < count; ++i) first.opacity_logit[i] = 1;
  state.iteration = 500;
  return state;
}

// Numerical integration of the blended profile in one dimension.
TEST(Mcmc, CopiesTogetherAreAsOpaqueAndAsWideAsTheOneBefore) {
  for (const double opacity : {0.01, 0.3, 0.9, 0.99}) {
    for (const int copies : {1, 2, 3, 10, 51}) {
      const McmcShare share = mcmc_share(opacity, copies);
      EXPECT_NEAR(1 - std::pow(1 - share.opacity, copies), opacity, 1e-12);
      double before = 0, together = 0;
      for (double x = -12; x <= 12; x += 0.01) {
        before += opacity * std::exp(-x * x / 2);
        const double y = x / share.scale;
        together += 1 - std::pow(1 - share.opacity * std::exp(-y * y / 2), copies);
      }
      EXPECT_NEAR(together / before, 1.0, 2e-6) << opacity << " x " << copies;
    }
  }
}

// 20 faint Gaussians and one NaN are relocated, three are added; all touched ones lose their moments.
TEST(Mcmc, DeadOnesMoveToTheLivingAndTheNumberGrowsToTheCap) {
  TrainingState state = mcmc_state(100);
  const MutableCloudView cloud = state.cloud.view();
  for (std::size_t i = 0; i < 100; ++i) cloud.opacity_logit[i] = i < 20 ? -9.0f : 2.0f;
  cloud.position[0][30] = std::numeric_limits<float>::quiet_NaN();
  const McmcChange change = mcmc_refine(state, {.max_gaussians = 103}).value();
  EXPECT_EQ(change.relocated, 21u);
  EXPECT_EQ(change.added, 3u);
  ASSERT_EQ(state.cloud.size(), 103u);
  ASSERT_EQ(state.adam.second.size(), 103u);
  const CloudView after = std::as_const(state.cloud).view();
  const auto twins = [&](std::size_t i) {
    int count = 0;
    for (std::size_t j = 0; j < 103; ++j) count += j != i && after.position_of(j) == after.position_of(i);
    return count;
  };
  for (std::size_t i = 0; i < 103; ++i) {
    EXPECT_TRUE(is_finite(after.position_of(i)));
    EXPECT_GT(after.opacity_logit[i], -5.3f);  // logit of 0.005
    if (i < 20 || i == 30 || i >= 100) {
      EXPECT_GT(twins(i), 0) << i;
    }
    if (twins(i) > 0) {
      EXPECT_EQ(state.adam.first.view().opacity_logit[i], 0.0f);
    } else {
      EXPECT_EQ(state.adam.first.view().opacity_logit[i], 1.0f);
    }
  }
  EXPECT_EQ(mcmc_refine(state, {.max_gaussians = 103}).value().added, 0u);
}

TEST(Mcmc, NothingAliveChangesNothing) {
  TrainingState state = mcmc_state(10);
  for (std::size_t i = 0; i < 10; ++i) state.cloud.view().opacity_logit[i] = -20;
  const McmcChange change = mcmc_refine(state, {}).value();
  EXPECT_EQ(change.relocated + change.added, 0u);
}

// Gaussian 0 is faint and visible, 1 opaque, 2 not visible.
TEST(Mcmc, NoiseMovesFaintVisibleGaussiansOnly) {
  GaussianCloud cloud = random_cloud(3, 0);
  const GaussianCloud before = copy_of(cloud.view()).value();
  cloud.view().opacity_logit[0] = -5, cloud.view().opacity_logit[1] = 3, cloud.view().opacity_logit[2] = -5;
  std::vector<float> gradient(16, 0.0f);
  gradient[0] = gradient[1] = 1;
  SplatGradPlanes seen{};
  seen.plane[SplatGradPlanes::opacity] = gradient.data();
  add_mcmc_noise(cloud.view(), seen, {.iteration = 3, .sigmas_per_m = 1e3});
  const double moved = norm(cloud.view().position_of(0) - before.view().position_of(0));
  EXPECT_GT(moved, 0);
  const Vec3f log_scale = before.view().log_scale_of(0);
  EXPECT_LE(moved, 5 * std::sqrt(3) * std::exp(std::max({log_scale.x, log_scale.y, log_scale.z})));
  EXPECT_EQ(cloud.view().position_of(1), before.view().position_of(1));
  EXPECT_EQ(cloud.view().position_of(2), before.view().position_of(2));
}

TEST(Mcmc, SameBitsWhateverTheNumberOfThreads) {
  const auto run = [](int threads) {
    const ScopedThreadCount scope(threads);
    TrainingState state = mcmc_state(5000);
    EXPECT_TRUE(mcmc_refine(state, {.dead_opacity = 0.1}));
    return std::move(state.cloud);
  };
  EXPECT_TRUE(same_bits(run(1), run(4)));
}

}  // namespace
}  // namespace gs::splat::train
