// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Depth and sky losses and their gradients.
#include "gs/splat/train/loss/geometry_loss.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/numbers/dual.h"
#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/splat/kernel/ray_depth.h"

namespace gs::splat::train {
namespace {

constexpr int kWidth = 9, kHeight = 7, kPixels = kWidth * kHeight;

// Random alpha, depth and sky mask, with gradients.
struct DepthImage {
  std::vector<float> alpha = std::vector<float>(kPixels), depth = alpha, d_alpha = alpha, d_depth = alpha;
  std::vector<uint8_t> sky = std::vector<uint8_t>(kPixels, 0);

  DepthImage() {
    for (std::size_t i = 0; i < kPixels; ++i) {
      Random random(3, purpose("geometry_loss_test"), i);
      alpha[i] = static_cast<float>(random.uniform(0.0, 1.0));
      depth[i] = alpha[i] * static_cast<float>(random.uniform(5, 20));
      sky[i] = random.uniform() < 0.5 ? 255 : 0;
    }
  }
  ConstPlanes image() const { return {kWidth, kHeight, {}, alpha.data(), depth.data()}; }
  Planes gradient() { return {kWidth, kHeight, {}, d_alpha.data(), d_depth.data()}; }
};

using DepthDual = Dual<2>;

// Value and gradient against dual numbers; some pixels have two samples, some samples lie outside.
TEST(DepthLoss, GradientIsThatOfTheDefinition) {
  DepthImage test;
  std::vector<DepthSample> samples;
  for (int i = 0; i < 60; ++i) {  // some pixels twice, some samples outside the image
    Random random(4, purpose("geometry_loss_samples"), static_cast<uint64_t>(i));
    samples.push_back({static_cast<float>(random.uniform(-2, kWidth + 1)),
                       static_cast<float>(random.uniform(-2, kHeight)), static_cast<float>(random.uniform(4, 25))});
  }
  const double weight = 0.3;
  const double value = add_depth_loss(test.image(), samples, weight, test.gradient());
  EXPECT_GT(value, 0.05);
  for (int target = 0; target < kPixels; ++target) {
    DepthDual sum(0.0);
    double count = 0;
    for (const DepthSample& s : samples) {
      const long x = std::lround(s.x), y = std::lround(s.y);
      if (x < 0 || y < 0 || x >= kWidth || y >= kHeight) continue;
      const auto i = static_cast<int>(y * kWidth + x);
      const auto at = static_cast<std::size_t>(i);
      if (test.alpha[at] < 0.1f) continue;
      DepthDual alpha(static_cast<double>(test.alpha[at])), depth(static_cast<double>(test.depth[at]));
      if (i == target) alpha = DepthDual::variable(alpha.value, 0), depth = DepthDual::variable(depth.value, 1);
      const DepthDual error = depth / alpha / DepthDual(static_cast<double>(s.depth_m)) - DepthDual(1.0);
      sum = sum + min(abs(error), DepthDual(1.0));
      ++count;
    }
    const DepthDual mean = sum / DepthDual(count);
    EXPECT_NEAR(mean.value, value, 1e-6);
    const auto at = static_cast<std::size_t>(target);
    EXPECT_NEAR(test.d_alpha[at], weight * mean.d[0], 1e-5 * (1 + std::fabs(mean.d[0]))) << target;
    EXPECT_NEAR(test.d_depth[at], weight * mean.d[1], 1e-5 * (1 + std::fabs(mean.d[1]))) << target;
  }
}

TEST(DepthLoss, NothingMeasuredIsNothingLost) {
  DepthImage test;
  EXPECT_EQ(add_depth_loss(test.image(), {}, 1, test.gradient()), 0);
  const DepthSample bad[] = {{1, 1, 0}, {1, 1, std::nanf("")}};
  EXPECT_EQ(add_depth_loss(test.image(), bad, 1, test.gradient()), 0);
  for (const float g : test.d_depth) EXPECT_EQ(g, 0);
}

TEST(SkyLoss, GradientIsThatOfTheDefinitionWhateverTheThreads) {
  for (const int threads : {1, 2}) {
    const ScopedThreadCount scope(threads);
    DepthImage test;
    std::vector<uint8_t> mask(kPixels, 255);
    mask[0] = mask[5] = 0;
    const double weight = 0.2, far = 9;
    const double value = add_sky_loss(test.image(), {test.sky.data(), mask.data(), far}, weight, test.gradient());
    double sum = 0;
    for (std::size_t i = 0; i < kPixels; ++i) {
      const double missing = 1 - static_cast<double>(test.depth[i]) / far;
      const bool counts = test.sky[i] != 0 && mask[i] != 0 && missing > 0;
      sum += counts ? missing : 0;
      EXPECT_NEAR(test.d_depth[i], counts ? -weight / (far * kPixels) : 0.0, 1e-9);
      EXPECT_EQ(test.d_alpha[i], 0);
    }
    EXPECT_NEAR(value, sum / kPixels, 1e-6);
  }
}

TEST(DepthErrors, CountWhereTheImageCovers) {
  DepthImage test;
  test.alpha[0] = 0.8f, test.depth[0] = 8.0f;  // expected 10 m
  test.alpha[1] = 0.3f;
  const DepthSample samples[] = {{0, 0, 12}, {1, 0, 12}, {-5, 0, 12}};
  const std::vector<float> errors = depth_errors(test.image(), samples);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NEAR(errors[0], 2, 1e-5);
}

// A dome around a pinhole camera renders depth along the axis. Converted to distance, the whole dome is beyond half its
// radius, also in the corners of a wide image.
TEST(SkyLoss, APerfectSkyCostsNothingInTheCornersOfAWideCamera) {
  constexpr double kRadius = 200;
  for (const double k1 : {0.0, -0.02}) {
    const CameraD camera =
        with_limits({.width = 96, .height = 54, .fx = 24, .fy = 24, .cx = 47.5, .cy = 26.5, .k1 = k1});
    const CameraF kernel_camera = to_float(camera);
    std::vector<float> alpha(96 * 54, 1.0f), depth(96 * 54), d_alpha(96 * 54), d_depth(96 * 54);
    std::vector<uint8_t> sky(96 * 54, 255);
    double steepest = 1;
    for (std::size_t i = 0; i < depth.size(); ++i) {
      const auto ray = unproject(camera, {static_cast<double>(i % 96), static_cast<double>(i / 96)});
      if (!ray) {
        sky[i] = 0;
        continue;
      }
      depth[i] = static_cast<float>(kRadius * ray->z);
      steepest = std::min(steepest, ray->z);
      const Vec2f pixel{static_cast<float>(i % 96), static_cast<float>(i / 96)};
      EXPECT_NEAR(distance_per_depth(kernel_camera, pixel) * static_cast<float>(ray->z), 1.0f, 1e-3f) << i;
    }
    EXPECT_LT(steepest, 0.45);  // the corners are oblique enough to matter
    const ConstPlanes image{96, 54, {}, alpha.data(), depth.data()};
    const Planes gradient{96, 54, {}, d_alpha.data(), d_depth.data()};
    EXPECT_EQ(add_sky_loss(image, {sky.data(), nullptr, 0.5 * kRadius, &kernel_camera}, 1, gradient), 0);
    for (const float g : d_depth) EXPECT_EQ(g, 0);
    // Without the camera, corners are penalised.
    EXPECT_GT(add_sky_loss(image, {sky.data(), nullptr, 0.5 * kRadius}, 1, gradient), 1e-3);
  }
}

// Gradient by finite differences at pixels off the axis.
TEST(SkyLoss, GradientIsTheDifferenceOffTheAxisToo) {
  const CameraF camera =
      to_float(with_limits({.width = kWidth, .height = kHeight, .fx = 4, .fy = 4, .cx = 4, .cy = 3}));
  DepthImage test;
  const SkyPixels pixels{test.sky.data(), nullptr, 30, &camera};
  const double value = add_sky_loss(test.image(), pixels, 1, test.gradient());
  const std::vector<float> gradient = test.d_depth;
  for (std::size_t i = 0; i < kPixels; i += 5) {
    DepthImage moved;
    moved.depth[i] += 0.1f;
    const double slope = (add_sky_loss(moved.image(), pixels, 1, moved.gradient()) - value) / 0.1;
    EXPECT_NEAR(gradient[i], slope, 2e-5) << i;
  }
}

}  // namespace
}  // namespace gs::splat::train
