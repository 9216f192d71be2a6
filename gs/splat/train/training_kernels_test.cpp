// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The kernels of training that host and device share, against closed forms.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "gs/splat/train/density/mcmc_kernel.h"
#include "gs/splat/train/image_corrections/lens_kernel.h"
#include "gs/splat/train/loss/l1_kernel.h"
#include "gs/splat/train/loss/sky_kernel.h"
#include "gs/splat/train/optimise/adam_kernel.h"

namespace gs::splat::train {
namespace {

// With bias correction m / sqrt(v) is the sign of the first gradient (Kingma & Ba 2015, section 2.1).
TEST(AdamKernel, TheFirstStepIsTheRateWhateverTheSizeOfTheGradient) {
  for (const float gradient : {1e-6f, 0.3f, -0.3f, 4e5f}) {
    const AdamBias bias = adam_bias(1);
    float x = 2, m = 0, v = 0;
    adam_update(x, gradient, m, v, static_cast<float>(0.01 * bias.first), bias.root);
    EXPECT_NEAR(2 - x, gradient > 0 ? 0.01 : -0.01, 1e-6) << gradient;
  }
}

// The corrected moments of a constant gradient are that gradient at every step.
TEST(AdamKernel, AConstantGradientKeepsTheStepAndNoGradientEndsIt) {
  float x = 0, m = 0, v = 0;
  for (uint64_t t = 1; t <= 500; ++t) {
    const float before = x;
    const AdamBias bias = adam_bias(t);
    adam_update(x, 0.7f, m, v, static_cast<float>(1e-3 * bias.first), bias.root);
    EXPECT_NEAR(before - x, 1e-3, 2e-6) << t;
  }
  float still = 5, m0 = 0, v0 = 0;
  adam_update(still, 0, m0, v0, 0.1f, adam_bias(1).root);
  EXPECT_EQ(still, 5);  // no division by zero
  EXPECT_NEAR(adam_bias(1'000'000).first, 1, 1e-12);
}

// Blending n copies gives the opacity of the single Gaussian, and the width of eq. 9.
TEST(McmcKernel, SharesOfOneAreTheWholeAndManyAreFaint) {
  for (const double opacity : {0.005, 0.3, 0.9, 0.995}) {
    const McmcShare one = mcmc_share(opacity, 1);
    EXPECT_NEAR(one.opacity, opacity, 1e-12);
    EXPECT_NEAR(one.scale, 1, 1e-12);
    double before = opacity;
    for (int n = 2; n <= kMcmcMaxCopies; ++n) {
      const McmcShare share = mcmc_share(opacity, n);
      EXPECT_NEAR(1 - std::pow(1 - share.opacity, n), opacity, 1e-9);
      EXPECT_LT(share.opacity, before);
      EXPECT_GT(share.scale, 0);
      EXPECT_LE(share.scale, 1 + 1e-9);  // copies add up to something wider, so each is narrower
      before = share.opacity;
    }
  }
  EXPECT_EQ(mcmc_share(0.5, 1000).opacity, mcmc_share(0.5, kMcmcMaxCopies).opacity);
  EXPECT_EQ(mcmc_share(0.5, 0).opacity, mcmc_share(0.5, 1).opacity);
}

Gaussian<float> faint(Vec3f log_scale) {
  Gaussian<float> g{};
  g.rotation = {0, 0, std::sin(0.4f), std::cos(0.4f)};  // turned by 0.8 rad about z
  g.log_scale = log_scale;
  g.opacity_logit = -8;
  return g;
}

// Noise along the surface explores, noise across it would blur.
TEST(McmcKernel, NoiseHasTheShapeOfTheGaussianInItsOwnAxes) {
  const Gaussian<float> g = faint({std::log(0.2f), std::log(0.1f), std::log(0.05f)});
  const McmcNoise noise = mcmc_noise_of(3, 9, 1e-6, 10);  // far below one sigma
  std::array<double, 3> squares{};
  const int n = 20000;
  const double c = std::cos(0.8), s = std::sin(0.8);
  for (int i = 0; i < n; ++i) {
    const Vec3d d = mcmc_noise(g, static_cast<uint64_t>(i), noise);
    const Vec3d own{c * d.x + s * d.y, -s * d.x + c * d.y, d.z};
    squares[0] += own.x * own.x / n, squares[1] += own.y * own.y / n, squares[2] += own.z * own.z / n;
  }
  // Displacements are covariance times normal noise: their standard deviations are those of the Gaussian, squared.
  EXPECT_NEAR(std::sqrt(squares[0] / squares[1]), 4, 0.15);
  EXPECT_NEAR(std::sqrt(squares[1] / squares[2]), 4, 0.15);
  const double strength = 5e5 * 1e-6 / (1 + std::exp(-100 * ((1 - 1 / (1 + std::exp(8.0))) - 0.995)));
  EXPECT_NEAR(std::sqrt(squares[0]), 0.04 * strength, 0.04 * strength * 0.03);
}

// A run must repeat exactly, and no Gaussian may jump by more than its own size.
TEST(McmcKernel, NoiseIsLimitedRepeatsAndSparesOpaqueOnes) {
  const Gaussian<float> large = faint({2, 2, 2});
  const McmcNoise noise = mcmc_noise_of(1, 5, 1, 10), stronger = mcmc_noise_of(1, 5, 2, 10);
  const int n = 3000;
  double square = 0;
  for (uint64_t i = 0; i < n; ++i) {
    const Vec3d d = mcmc_noise(large, i, noise);
    square += dot(d, d) / (3 * n);
    EXPECT_EQ(mcmc_noise(large, i, noise), d);
    EXPECT_EQ(mcmc_noise(large, i, stronger), d);
  }
  EXPECT_NEAR(std::sqrt(square), std::exp(2.0), 0.05 * std::exp(2.0));  // one sigma along each axis
  McmcNoise later = noise;
  later.iteration = 6;
  EXPECT_NE(mcmc_noise(large, 0, later), mcmc_noise(large, 0, noise));
  Gaussian<float> opaque = large;
  opaque.opacity_logit = 0;
  EXPECT_EQ(mcmc_noise(opaque, 0, noise), Vec3d{});
  Gaussian<float> broken = large;
  broken.log_scale.x = std::numeric_limits<float>::infinity();
  EXPECT_EQ(mcmc_noise(broken, 0, noise), Vec3d{});  // never an infinite position
}

// Coarse and fine steps of one run learn the same coefficients.
TEST(LensKernel, IsOneOnTheAxisAndTheSameAtEveryResolution) {
  const float abc[3] = {-0.1f, -0.2f, -0.05f};
  const LensFrame full{.cx = 319.5f, .cy = 239.5f, .per_pixel = 2.0f / 640};
  EXPECT_NEAR(lens_gain(abc, lens_terms(full, 320, 240)), 1, 1e-5);
  EXPECT_EQ(lens_gain({0, 0, 0}, lens_terms(full, 0, 0)), 1);
  // The corner: x = -1 (half of the width), y = -0.75.
  const LensTerms corner = lens_terms({.cx = 320, .cy = 240, .per_pixel = 2.0f / 640}, 0, 0);
  EXPECT_NEAR(lens_gain(abc, corner), 1 - 0.1 - 0.2 * 0.5625 - 0.05 * 1.5625 * 1.5625, 1e-6);
  // A pixel of the half image covers two of the full one; its centre lies between theirs.
  const LensFrame half{.cx = 159.5f, .cy = 119.5f, .per_pixel = 2.0f / 320};
  for (const int x : {0, 40, 159}) {
    const float low = lens_gain(abc, lens_terms(full, 2 * x, 100)),
                high = lens_gain(abc, lens_terms(full, 2 * x + 1, 101));
    const float middle = lens_gain(abc, lens_terms(half, x, 50));
    EXPECT_NEAR(middle, (low + high) / 2, 1e-4);
  }
}

// NaN of a broken render must not spread through the gradient.
TEST(L1Kernel, HasTheSignOfTheDifference) {
  EXPECT_EQ(l1_vjp(0.3f, 2.0f), 2);
  EXPECT_EQ(l1_vjp(-0.3f, 2.0f), -2);
  EXPECT_EQ(l1_vjp(0.0f, 2.0f), 0);
  EXPECT_EQ(l1_vjp(std::numeric_limits<float>::quiet_NaN(), 2.0f), 0);
}

// The derivative equals the difference quotient of a linear function.
TEST(SkyKernel, CostsNothingAtTheFarPlaneAndIsLinearBefore) {
  EXPECT_EQ(sky_term(100, 1, 0.01f).missing, 0);
  EXPECT_EQ(sky_term(250, 1, 0.01f).by_depth, 0);
  EXPECT_FLOAT_EQ(sky_term(25, 1, 0.01f).missing, 0.75f);
  const float step = 0.5f;
  const SkyTerm low = sky_term(20, 1.3f, 0.01f), high = sky_term(20 + step, 1.3f, 0.01f);
  EXPECT_NEAR((high.missing - low.missing) / step, low.by_depth, 1e-6);
  EXPECT_EQ(sky_term(std::numeric_limits<float>::quiet_NaN(), 1, 0.01f).missing, 0);
}

}  // namespace
}  // namespace gs::splat::train
