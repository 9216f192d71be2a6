// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Adam as published, with its own rate for every group.
#include "gs/splat/train/optimise/adam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gs/core/parallel.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::splat::train {
namespace {

using splat::testing::random_cloud;
using splat::testing::same_bits;

constexpr AdamRates kRates{0.1, 0.2, 0.3, 0.4, 0.5, 0.6};

// Kingma & Ba 2015, algorithm 1, in double precision.
struct ScalarAdam {
  double x, m = 0, v = 0;
  int t = 0;
  void step(double g, double rate) {
    ++t;
    m = 0.9 * m + 0.1 * g, v = 0.999 * v + 0.001 * g * g;
    const double mh = m / (1 - std::pow(0.9, t)), vh = v / (1 - std::pow(0.999, t));
    x -= rate * mh / (std::sqrt(vh) + 1e-15);
  }
};

// Five steps of all parameters against the scalar reference.
TEST(Adam, EveryGroupFollowsThePaperWithItsOwnRate) {
  GaussianCloud cloud = random_cloud(37, 1);
  const GaussianCloud start = copy_of(cloud.view()).value();
  AdamState state = make_adam_state(37, 1).value();
  std::vector<GaussianCloud> gradients;
  for (uint64_t k = 0; k < 5; ++k) {
    gradients.push_back(random_cloud(37, 1, 100 + k));
    adam_step(cloud.view(), gradients.back().view(), state, kRates, 1);
  }
  const auto check = [&](auto value_of, double rate) {
    ScalarAdam expected{.x = value_of(start.view())};
    for (const GaussianCloud& g : gradients) expected.step(value_of(g.view()), rate);
    EXPECT_NEAR(value_of(std::as_const(cloud).view()), expected.x, 1e-5 * (1 + std::abs(expected.x)));
  };
  for (const std::size_t i : {std::size_t{0}, std::size_t{20}, std::size_t{36}}) {
    check([&](CloudView c) { return c.position[1][i]; }, 0.1);
    check([&](CloudView c) { return c.log_scale[2][i]; }, 0.2);
    check([&](CloudView c) { return c.rotation[3][i]; }, 0.3);
    check([&](CloudView c) { return c.opacity_logit[i]; }, 0.4);
    check([&](CloudView c) { return c.sh_of(i)[4]; }, 0.5);
    check([&](CloudView c) { return c.sh_of(i)[7]; }, 0.6);
  }
}

TEST(Adam, CoefficientsAboveTheActiveDegreeStay) {
  GaussianCloud cloud = random_cloud(10, 2);
  const GaussianCloud start = copy_of(cloud.view()).value();
  AdamState state = make_adam_state(10, 2).value();
  adam_step(cloud.view(), random_cloud(10, 2, 5).view(), state, kRates, 1);
  for (int k = 0; k < 27; ++k) {
    EXPECT_EQ(cloud.view().sh_of(3)[k] == start.view().sh_of(3)[k], k % 9 >= 4);
    EXPECT_EQ(state.second.view().sh_of(3)[k] == 0, k % 9 >= 4);
  }
}

TEST(Adam, SameBitsWhateverTheNumberOfThreads) {
  const auto run = [](int threads) {
    const ScopedThreadCount scope(threads);
    GaussianCloud cloud = random_cloud(10000, 1);
    AdamState state = make_adam_state(10000, 1).value();
    for (uint64_t k = 0; k < 3; ++k) adam_step(cloud.view(), random_cloud(10000, 1, 7 + k).view(), state, kRates, 1);
    return cloud;
  };
  EXPECT_TRUE(same_bits(run(1), run(4)));
}

}  // namespace
}  // namespace gs::splat::train
