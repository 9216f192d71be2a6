// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Alpha blending of one pixel and its gradient.
#include "gs/splat/kernel/blend.h"

#include <gtest/gtest.h>

#include <vector>

#include "gs/core/numbers/random.h"

namespace gs::splat {
namespace {

TEST(Blend, FalloffIsTheGaussian) {
  const Splat2<double> s{{0, 0}, 0.4, -0.1, 0.3, 0.7, 1};
  const Falloff<double> f = falloff(s);
  for (double dx = -2; dx <= 2; dx += 0.5) {
    for (double dy = -2; dy <= 2; dy += 0.5) {
      const double alpha = alpha_of(f.xx * dx * dx + f.xy * dx * dy + f.yy * dy * dy + f.peak);
      EXPECT_NEAR(alpha, 0.7 * std::exp(-0.5 * (0.4 * dx * dx - 0.2 * dx * dy + 0.3 * dy * dy)), 1e-6);
    }
  }
}

TEST(Blend, FaintIsLeftOutAndOpaqueIsLimited) {
  EXPECT_EQ(alpha_of(std::log2(1.0 / 256)), 0.0);
  EXPECT_GT(alpha_of(std::log2(1.0 / 254)), 0.0);
  EXPECT_EQ(alpha_of(0.0), double{kMaxAlpha});
}

TEST(Blend, APixelIsFinishedBeforeItsTransmittanceFallsTooLow) {
  const Blend<double> b = blend(0.99, 0.005);  // would leave 5e-5, below kMinTransmittance
  EXPECT_EQ(b.weight, 0.0);
  EXPECT_EQ(b.transmittance, -0.005);
  const Blend<double> again = blend(0.5, b.transmittance);
  EXPECT_EQ(again.weight, 0.0);
  EXPECT_EQ(again.transmittance, -0.005);
}

// A pixel with five splats: front-to-back gradient against dual numbers.
TEST(Blend, GradientOfAPixelMatchesDuals) {
  constexpr int kSplats = 5;
  using D = Dual<kSplats>;
  for (uint64_t trial = 0; trial < 20; ++trial) {
    Random random(6, purpose("pixel"), trial);
    double exponent[kSplats], value[kSplats];
    for (int i = 0; i < kSplats; ++i) exponent[i] = random.uniform(-6, 0.5), value[i] = random.uniform(-1, 1);
    D transmittance(1.0), loss(0.0);
    for (int i = 0; i < kSplats; ++i) {
      // d / d(ln alpha) is d / d(exponent) / ln 2.
      const D e = D::chain(D::variable(0.0, i), exponent[i], 1.4426950408889634);
      const Blend<D> b = blend(alpha_of(e), transmittance);
      loss += b.weight * D(value[i]);
      transmittance = b.transmittance;
    }
    double t = 1, behind = loss.value;
    for (int i = 0; i < kSplats; ++i) {
      const double alpha = alpha_of(exponent[i]);
      const Blend<double> b = blend(alpha, t);
      behind -= b.weight * value[i];
      const double mine = alpha_vjp(alpha, b.weight > 0 ? blend_vjp(alpha, t, value[i], behind) : 0.0);
      EXPECT_NEAR(mine, loss.d[static_cast<std::size_t>(i)], 1e-12) << "splat " << i;
      t = b.transmittance;
    }
  }
}

}  // namespace
}  // namespace gs::splat
