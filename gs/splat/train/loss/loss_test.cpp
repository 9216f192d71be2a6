// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Image loss (L1 and SSIM) with masks: values and gradients by definition.
#include "gs/splat/train/loss/loss.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gs/core/numbers/dual.h"
#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/splat/testing/reference_renderer.h"

namespace gs::splat::train {
namespace {

using splat::testing::HostPlanes;

constexpr int kLossWidth = 23, kLossHeight = 17, kLossPixels = kLossWidth * kLossHeight;

// Random image and a rendered image near it; optionally 30 % of the pixels are masked.
struct Case {
  Case(uint64_t seed, bool masked) : image(kLossWidth, kLossHeight) {
    for (int i = 0; i < 3 * kLossPixels; ++i) {
      Random random(seed, purpose("loss_test"), static_cast<uint64_t>(i));
      rgb.push_back(static_cast<uint8_t>(random.below(256)));
      const double near = rgb.back() / 255.0 + random.uniform(-0.3, 0.3);
      image.plane(static_cast<std::size_t>(i % 3))[i / 3] = static_cast<float>(near);
    }
    for (int i = 0; masked && i < kLossPixels; ++i) {
      mask.push_back(Random(seed, purpose("loss_test_mask"), static_cast<uint64_t>(i)).uniform() < 0.3 ? 0 : 255);
    }
  }
  TargetView target() const { return {kLossWidth, kLossHeight, rgb.data(), mask.empty() ? nullptr : mask.data()}; }
  bool keeps(int i) const { return mask.empty() || mask[static_cast<std::size_t>(i)] != 0; }

  HostPlanes image;
  std::vector<uint8_t> rgb, mask;
};

// The loss by its definition, pixel by pixel and window by window. pixel(c, i) returns the rendered value.
template <class F, class Pixel>
F slow_loss(const Case& test, double weight, Pixel pixel) {
  double g[11], sum_g = 0;
  for (int k = -5; k <= 5; ++k) sum_g += g[k + 5] = std::exp(-k * k / 4.5);
  for (double& v : g) v /= sum_g;
  F l1(0.0), ssim(0.0);
  double kept = 0, windows = 0;
  for (int c = 0; c < 3; ++c) {
    const auto photo = [&](int i) { return test.rgb[static_cast<std::size_t>(3 * i + c)] / 255.0; };
    for (int i = 0; i < kLossPixels; ++i) {
      if (!test.keeps(i)) continue;
      l1 = l1 + abs(pixel(c, i) - F(photo(i)));
      ++kept;
    }
    for (int cy = 5; cy < kLossHeight - 5; ++cy) {
      for (int cx = 5; cx < kLossWidth - 5; ++cx) {
        if (!test.keeps(cy * kLossWidth + cx)) continue;
        double total = 0, my = 0, yy = 0;
        F mx(0.0), xx(0.0), xy(0.0);
        for (int dy = -5; dy <= 5; ++dy) {
          for (int dx = -5; dx <= 5; ++dx) {
            const int i = (cy + dy) * kLossWidth + cx + dx;
            if (!test.keeps(i)) continue;
            const double w = g[dy + 5] * g[dx + 5], y = photo(i);
            const F x = pixel(c, i);
            total += w, my += w * y, yy += w * y * y;
            mx = mx + F(w) * x, xx = xx + F(w) * x * x, xy = xy + F(w * y) * x;
          }
        }
        my /= total, yy /= total;
        mx = mx / F(total), xx = xx / F(total), xy = xy / F(total);
        ssim = ssim + (F(2 * my) * mx + F(1e-4)) * (F(2.0) * (xy - mx * F(my)) + F(9e-4)) /
                          ((mx * mx + F(my * my + 1e-4)) * (xx - mx * mx + F(yy - my * my + 9e-4)));
        ++windows;
      }
    }
  }
  return F(1 - weight) * l1 / F(kept) + F(weight) * (F(1.0) - ssim / F(windows));
}

// Value, and gradient of 60 pixels by dual numbers; border and corner pixels included.
void expect_matches_definition(bool masked) {
  Case test(7, masked);
  HostPlanes gradient(kLossWidth, kLossHeight);
  ImageLoss loss;
  const LossValue value = loss.evaluate(test.image.view(), test.target(), 0.2, gradient.planes());
  const auto plain = [&](int c, int i) {
    return static_cast<double>(test.image.plane(static_cast<std::size_t>(c))[i]);
  };
  EXPECT_NEAR(value.total, slow_loss<double>(test, 0.2, plain), 1e-6);
  for (int trial = 0; trial < 60; ++trial) {
    Random random(3, purpose("loss_test_pick"), static_cast<uint64_t>(trial));
    const int c = static_cast<int>(random.below(3)),
              i = trial < 4 ? trial * (kLossPixels - 1) / 3 : static_cast<int>(random.below(kLossPixels));
    using D = Dual<1>;
    const D expected = slow_loss<D>(test, 0.2, [&](int cc, int ii) {
      return cc == c && ii == i ? D::variable(plain(cc, ii), 0) : D(plain(cc, ii));
    });
    EXPECT_NEAR(gradient.plane(static_cast<std::size_t>(c))[i], expected.d[0], 2e-8) << c << " " << i;
  }
}

TEST(ImageLoss, ValueAndGradientAreThoseOfTheDefinition) { expect_matches_definition(false); }
TEST(ImageLoss, ValueAndGradientAreThoseOfTheDefinitionUnderAMask) { expect_matches_definition(true); }

// Infinite colours under the mask change neither value nor gradient.
TEST(ImageLoss, WhatLiesUnderAMaskHasNoInfluence) {
  Case test(5, true), changed(5, true);
  for (int i = 0; i < kLossPixels; ++i) {
    if (test.keeps(i)) continue;
    for (std::size_t c = 0; c < 3; ++c) {
      changed.image.plane(c)[i] = std::numeric_limits<float>::infinity();
      changed.rgb[3 * static_cast<std::size_t>(i) + c] ^= 0xFF;
    }
  }
  HostPlanes a(kLossWidth, kLossHeight), b(kLossWidth, kLossHeight);
  ImageLoss loss;
  EXPECT_EQ(loss.evaluate(test.image.view(), test.target(), 0.2, a.planes()).total,
            loss.evaluate(changed.image.view(), changed.target(), 0.2, b.planes()).total);
  EXPECT_EQ(a.values(), b.values());
  for (int i = 0; i < kLossPixels; ++i) {
    if (!test.keeps(i)) {
      EXPECT_EQ(a.plane(1)[i], 0.0f);
    }
  }
}

TEST(ImageLoss, AMaskOfEverythingIsNoLossAndNoGradient) {
  Case test(2, false);
  test.mask.assign(kLossPixels, 0);
  HostPlanes gradient(kLossWidth, kLossHeight);
  ImageLoss loss;
  EXPECT_EQ(loss.evaluate(test.image.view(), test.target(), 0.2, gradient.planes()).total, 0.0);
  for (const float g : gradient.values()) EXPECT_EQ(g, 0.0f);
  EXPECT_EQ(loss.compare(test.image.view(), test.target()).pixels, 0u);
}

TEST(ImageLoss, AnImageWithoutRoomForAWindowHasL1Only) {
  HostPlanes image(10, 30), gradient(10, 30);
  const std::vector<uint8_t> black(3 * 300, 0);
  for (std::size_t c = 0; c < 3; ++c) std::fill_n(image.plane(c), 300, 0.25f);
  ImageLoss loss;
  const LossValue value = loss.evaluate(image.view(), {10, 30, black.data(), nullptr}, 0.2, gradient.planes());
  EXPECT_NEAR(value.total, 0.25, 1e-7);
  EXPECT_NEAR(gradient.plane(0)[0], 1.0 / 900, 1e-9);
}

// Two uniform images: PSNR and SSIM in closed form.
TEST(ImageLoss, MetricsOfKnownImages) {
  HostPlanes image(32, 32);
  const std::vector<uint8_t> gray(3 * 1024, 51);  // 0.2
  for (std::size_t c = 0; c < 3; ++c) std::fill_n(image.plane(c), 1024, 0.3f);
  ImageLoss loss;
  const ImageMetrics off = loss.compare(image.view(), {32, 32, gray.data(), nullptr});
  EXPECT_NEAR(off.psnr_db, 20.0, 1e-4);
  EXPECT_NEAR(off.ssim, (2 * 0.2 * 0.3 + 1e-4) / (0.04 + 0.09 + 1e-4), 1e-4);
  for (std::size_t c = 0; c < 3; ++c) std::fill_n(image.plane(c), 1024, 0.2f);
  const ImageMetrics same = loss.compare(image.view(), {32, 32, gray.data(), nullptr});
  EXPECT_EQ(same.psnr_db, 100.0);
  EXPECT_NEAR(same.ssim, 1.0, 1e-6);
}

TEST(ImageLoss, SameBitsWhateverTheNumberOfThreads) {
  Case test(9, true);
  const auto run = [&](int threads) {
    const ScopedThreadCount scope(threads);
    HostPlanes gradient(kLossWidth, kLossHeight);
    ImageLoss loss;
    const double total = loss.evaluate(test.image.view(), test.target(), 0.2, gradient.planes()).total;
    return std::pair(total, gradient.values());
  };
  EXPECT_EQ(run(1), run(3));
}

}  // namespace
}  // namespace gs::splat::train
