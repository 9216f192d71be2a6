// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The merge of Gaussians against closed forms.
#include "gs/splat/lod/lod_gaussian.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "gs/core/numbers/random.h"
#include "gs/geometry/mat3.h"

namespace gs::splat::lod {
namespace {

double area(Vec3f log_scale) { return std::exp(static_cast<double>(log_surface_area(log_scale))); }

Mat3d covariance(const LodGaussian& g) {
  const Mat3d r = to_matrix(Quaterniond{g.rotation.x, g.rotation.y, g.rotation.z, g.rotation.w});
  return r *
         Mat3d::diagonal(
             {std::exp(2.0 * g.log_scale.x), std::exp(2.0 * g.log_scale.y), std::exp(2.0 * g.log_scale.z)}) *
         transpose(r);
}

std::vector<LodGaussian> random_members(std::size_t count, uint64_t seed) {
  std::vector<LodGaussian> members(count);
  Random random(seed, purpose("lod_gaussian_test"), 0);
  const auto uniform = [&](float low, float high) { return low + (high - low) * random.uniform_f(); };
  for (LodGaussian& m : members) {
    m.position = {uniform(999, 1001), uniform(-1, 1), uniform(-1, 1)};
    m.log_scale = {uniform(-4, 0), uniform(-4, 0), uniform(-4, 0)};
    m.rotation = normalized(Quaternionf{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(0.2f, 1)});
    m.alpha = uniform(0.05f, 1);
  }
  return members;
}

TEST(LodArea, OfSphereAndNeedleIsThatOfTheFormula) {
  EXPECT_NEAR(area({0, 0, 0}), 4 * std::numbers::pi, 1e-5);
  EXPECT_NEAR(area({std::log(3.0f), std::log(3.0f), std::log(3.0f)}), 36 * std::numbers::pi, 1e-4);
  const double p = 1.6075, a = 2, b = 0.5, c = 0.1;
  const double expected =
      4 * std::numbers::pi * std::pow((std::pow(a * b, p) + std::pow(a * c, p) + std::pow(b * c, p)) / 3, 1 / p);
  EXPECT_NEAR(area({std::log(2.0f), std::log(0.5f), std::log(0.1f)}), expected, 1e-5 * expected);
  EXPECT_TRUE(std::isfinite(log_surface_area({1000, -1000, 3})));
}

TEST(LodFeatureSize, IsTwiceTheLongestAxisAndGrowsWithAlphaAboveOne) {
  LodGaussian g{.log_scale = {0, std::log(3.0f), -5}, .alpha = 0.2f};
  EXPECT_FLOAT_EQ(feature_size(g), 6);
  g.alpha = 1;
  EXPECT_FLOAT_EQ(feature_size(g), 6);
  g.alpha = std::numbers::e_v<float>;
  EXPECT_NEAR(feature_size(g), 6 * std::sqrt(1 + std::numbers::e), 1e-4);
}

TEST(LodMerge, HasMassMeanAndCovarianceOfTheMixture) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<LodGaussian> members = random_members(2 + seed % 7, seed);
    std::vector<double> weights(members.size());
    const LodGaussian merged = merge(members, weights);
    double mass = 0, sum = 0;
    for (const LodGaussian& m : members) mass += area(m.log_scale) * m.alpha;
    Vec3d mean{};
    for (std::size_t i = 0; i < members.size(); ++i) {
      EXPECT_NEAR(weights[i], area(members[i].log_scale) * members[i].alpha / mass, 1e-5);
      sum += weights[i];
      mean = mean + cast<double>(members[i].position) * weights[i];
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_NEAR(norm(mean - cast<double>(merged.position)), 0, 1e-4);
    Mat3d expected{};
    for (std::size_t i = 0; i < members.size(); ++i) {
      const Vec3d d = cast<double>(members[i].position) - mean;
      const double offset[3] = {d.x, d.y, d.z};
      const Mat3d own = covariance(members[i]);
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) expected.m[r][c] += weights[i] * (own.m[r][c] + offset[r] * offset[c]);
      }
    }
    const Mat3d found = covariance(merged);
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(found.m[r][c], expected.m[r][c], 1e-5 * (1 + std::abs(expected.m[r][c])));
    }
    EXPECT_NEAR(area(merged.log_scale) * merged.alpha, mass, 1e-4 * mass);
    EXPECT_NEAR(norm(merged.rotation), 1, 1e-6);
  }
}

TEST(LodMerge, OfEqualGaussiansIsOneOfThemWithTheSumOfTheirAlphas) {
  const LodGaussian one{.position = {5, 6, 7}, .log_scale = {-1, -2, -3}, .rotation = {}, .alpha = 0.75f};
  const std::array<LodGaussian, 4> members{one, one, one, one};
  std::array<double, 4> weights{};
  const LodGaussian merged = merge(members, weights);
  EXPECT_EQ(merged.position, one.position);
  EXPECT_NEAR(merged.alpha, 3, 1e-5);
  EXPECT_NEAR(merged.log_scale.x, -1, 1e-5);
  EXPECT_NEAR(merged.log_scale.y, -2, 1e-5);
  EXPECT_NEAR(merged.log_scale.z, -3, 1e-5);
  EXPECT_EQ(weights[3], 0.25);
}

TEST(LodMerge, ExtremeMembersGiveFiniteGaussiansWithinTheLimits) {
  const LodGaussian point{.log_scale = {-1000, -1000, -1000}, .alpha = 0};
  const LodGaussian giant{.position = {1e30f, 0, 0}, .log_scale = {1000, 1000, 1000}, .alpha = 1};
  for (const std::array<LodGaussian, 2>& members :
       {std::array{point, point}, std::array{point, giant}, std::array{giant, giant}}) {
    std::array<double, 2> weights{};
    const LodGaussian merged = merge(members, weights);
    EXPECT_TRUE(is_finite(merged.position) && is_finite(merged.log_scale));
    EXPECT_NEAR(norm(merged.rotation), 1, 1e-5);
    EXPECT_GE(merged.alpha, kMinMergedAlpha);
    EXPECT_LE(merged.alpha, kMaxMergedAlpha);
    EXPECT_NEAR(weights[0] + weights[1], 1, 1e-12);
  }
}

}  // namespace
}  // namespace gs::splat::lod
