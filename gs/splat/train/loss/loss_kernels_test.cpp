// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The kernels of the losses: every hand-written gradient against dual numbers.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "gs/core/numbers/dual.h"
#include "gs/core/numbers/random.h"
#include "gs/splat/train/loss/depth_kernel.h"
#include "gs/splat/train/loss/ssim_kernel.h"

namespace gs::splat::train {
namespace {

constexpr std::size_t kKernelPixels = 7;

struct Window {
  std::array<double, kKernelPixels> x{}, y{}, weight{};
  double inverse_weight = 1;

  explicit Window(uint64_t seed) {
    Random random(seed, purpose("loss_kernels_test"), 0);
    double sum = 0;
    for (std::size_t i = 0; i < kKernelPixels; ++i) {
      x[i] = random.uniform(), y[i] = random.uniform(), sum += weight[i] = random.uniform(0.05, 1);
    }
    inverse_weight = 1 / sum;
  }
  // value(i): the rendered pixel i as a number of type F.
  template <class F, class Value>
  SsimTerms<F> terms(Value value) const {
    SsimSums<F> s{F(0.0), F(0.0), F(0.0), F(0.0), F(0.0)};
    for (std::size_t i = 0; i < kKernelPixels; ++i) {
      const F w(weight[i]), xi = value(i), yi(y[i]);
      s.x = s.x + w * xi, s.y = s.y + w * yi;
      s.xx = s.xx + w * xi * xi, s.yy = s.yy + w * yi * yi, s.xy = s.xy + w * xi * yi;
    }
    return ssim_terms(F(inverse_weight), s);
  }
};

TEST(SsimKernel, GradientIsThatOfDualNumbers) {
  using D = Dual<kKernelPixels>;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Window window(seed);
    const auto plain = window.terms<double>([&](std::size_t i) { return window.x[i]; });
    const D exact = window.terms<D>([&](std::size_t i) { return D::variable(window.x[i], static_cast<int>(i)); }).ssim;
    EXPECT_NEAR(plain.ssim, exact.value, 1e-12);
    for (std::size_t i = 0; i < kKernelPixels; ++i) {
      const double gradient = window.weight[i] * (plain.constant + plain.by_x * window.x[i] + plain.by_y * window.y[i]);
      EXPECT_NEAR(gradient, exact.d[i], 1e-11) << seed << " " << i;
    }
  }
}

TEST(SsimKernel, EqualWindowsHaveOneAndNoGradient) {
  Window window(3);
  window.y = window.x;
  const auto terms = window.terms<double>([&](std::size_t i) { return window.x[i]; });
  EXPECT_NEAR(terms.ssim, 1, 1e-12);
  for (const double x : window.x) EXPECT_NEAR(terms.constant + (terms.by_x + terms.by_y) * x, 0, 1e-10);
}

TEST(SsimKernel, TapsAreANormalisedGaussian) {
  double sum = 0, total = 0;
  for (int k = -kSsimRadius; k <= kSsimRadius; ++k) {
    sum += std::exp(-k * k / 4.5), total += static_cast<double>(ssim_tap(std::abs(k)));
  }
  EXPECT_NEAR(total, 1, 1e-6);
  for (int k = 0; k <= kSsimRadius; ++k) EXPECT_NEAR(ssim_tap(k), std::exp(-k * k / 4.5) / sum, 1e-7) << k;
}

TEST(DepthKernel, GradientIsThatOfDualNumbers) {
  using D = Dual<2>;
  for (uint64_t i = 0; i < 200; ++i) {
    Random random(5, purpose("depth_kernel_test"), i);
    const double alpha = random.uniform(0.1, 1), depth = alpha * random.uniform(1, 50);
    const double inverse = 1 / random.uniform(2, 40), v = random.uniform(-2, 2);
    const D loss = depth_loss(D::variable(depth, 0) / D::variable(alpha, 1), D(inverse));
    const auto by = depth_loss_vjp(alpha, depth / alpha, inverse, v);
    EXPECT_NEAR(by.by_depth, v * loss.d[0], 1e-12) << i;
    EXPECT_NEAR(by.by_alpha, v * loss.d[1], 1e-12 * (1 + std::abs(loss.d[1]))) << i;
  }
}

TEST(DepthKernel, AnErrorAtTheCapHasNoGradient) {
  EXPECT_EQ(depth_loss(50.0, 1.0 / 10), 1);
  const auto by = depth_loss_vjp(0.5, 50.0, 1.0 / 10, 3.0);
  EXPECT_EQ(by.by_depth, 0);
  EXPECT_EQ(by.by_alpha, 0);
}

}  // namespace
}  // namespace gs::splat::train
