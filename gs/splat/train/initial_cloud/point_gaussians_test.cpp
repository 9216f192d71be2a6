// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians from points: neighbours, local surfaces and sky dome.
#include "gs/splat/train/initial_cloud/point_gaussians.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gs/core/numbers/random.h"
#include "gs/splat/train/initial_cloud/nearest.h"

namespace gs::splat::train {
namespace {

// Points of very different density, with some duplicates.
std::vector<Vec3f> random_points(std::size_t count) {
  std::vector<Vec3f> points;
  for (std::size_t i = 0; i < count; ++i) {
    Random random(1, purpose("nearest_test"), i);
    const auto u = [&] { return static_cast<float>(random.uniform(-1, 1)); };
    const float spread = i % 3 == 0 ? 100.0f : 1.0f;  // dense in the middle, sparse outside
    points.push_back({spread * u(), spread * u(), u()});
    if (i % 50 == 0) points.back() = points[i / 2];  // duplicates
  }
  return points;
}

// Sizes around the leaf size of the tree.
TEST(Nearest, AgreesWithBruteForce) {
  for (const std::size_t count : {1u, 2u, 3u, 12u, 13u, 14u, 700u}) {
    const std::vector<Vec3f> points = random_points(count);
    const std::vector<LocalSurface> fast = local_surfaces(points);
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<float> all;
      for (std::size_t j = 0; j < count; ++j) {
        if (j != i) all.push_back(norm(points[i] - points[j]));
      }
      std::sort(all.begin(), all.end());
      all.resize(std::min<std::size_t>(all.size(), 3));
      float sum = 0;
      for (const float d : all) sum += d;
      EXPECT_NEAR(fast[i].spacing_m, all.empty() ? 0.0f : sum / static_cast<float>(all.size()), 1e-5f * (1 + sum));
    }
  }
}

TEST(LocalSurfaces, FindPlanesLinesAndBalls) {
  std::vector<Vec3f> points;
  const Vec3f normal = normalized(Vec3f{1, 2, 3});
  const Vec3f u = normalized(cross(normal, Vec3f{0, 0, 1})), v = cross(normal, u);
  for (int i = 0; i < 100; ++i) {
    Random random(2, purpose("surface_test"), static_cast<uint64_t>(i));
    points.push_back(u * static_cast<float>(random.uniform(0, 1)) + v * static_cast<float>(random.uniform(0, 1)));
  }
  for (const LocalSurface& s : local_surfaces(points)) {
    EXPECT_NEAR(std::fabs(dot(s.normal, normal)), 1, 1e-3);
    EXPECT_LT(s.flatness, 0.05);
  }
  points.clear();
  for (int i = 0; i < 50; ++i) points.push_back({0.1f * static_cast<float>(i), 0, 0});
  for (const LocalSurface& s : local_surfaces(points)) EXPECT_EQ(s.flatness, 1);
  EXPECT_TRUE(local_surfaces({}).empty());
}

TEST(InitialCloud, DiscsLieOnTheSurface) {
  std::vector<ColoredPoint> points;
  for (int i = 0; i < 100; ++i) {  // a wall at x = 3
    points.push_back({{3, 0.1f * static_cast<float>(i % 10), 0.1f * static_cast<float>(i / 10)}});
  }
  const GaussianCloud cloud = initial_cloud(points, {.sh_degree = 0, .scale = 0.5, .flat = true}).value();
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    const Vec3f axis = cloud.view().rotation_of(i) * Vec3f{0, 0, 1};
    EXPECT_NEAR(std::fabs(axis.x), 1, 1e-3);
    EXPECT_NEAR(cloud.view().log_scale[2][i] - cloud.view().log_scale[0][i], std::log(0.2f), 1e-5);
    EXPECT_NEAR(cloud.view().log_scale[0][i], std::log(0.05f), 0.2f);
  }
}

// With weights 9 : 1, about nine tenths of the chosen points come from the heavy half.
TEST(ThinPoints, WeightsDecide) {
  std::vector<ColoredPoint> points;
  std::vector<float> weights;
  for (int i = 0; i < 2000; ++i) {
    points.push_back({{static_cast<float>(i), 0, 0}});
    weights.push_back(i < 1000 ? 9.0f : 1.0f);
  }
  thin_points(points, 500, 3, weights);
  ASSERT_EQ(points.size(), 500u);
  const auto heavy = std::count_if(points.begin(), points.end(), [](auto& p) { return p.position.x < 1000; });
  EXPECT_NEAR(static_cast<double>(heavy), 450, 40);
}

TEST(InitialCloud, PointsOfAGridGetTheirSpacingAndColour) {
  std::vector<ColoredPoint> points;
  for (int i = 0; i < 125; ++i) {
    const Vec3f p{0.5f * static_cast<float>(i % 5), 0.5f * static_cast<float>(i / 5 % 5),
                  0.5f * static_cast<float>(i / 25)};
    points.push_back({p, 255, 0, 51});
  }
  points.push_back({{std::numeric_limits<float>::quiet_NaN(), 0, 0}, 0, 0, 0});
  const GaussianCloud cloud = initial_cloud(points, {.sh_degree = 2}).value();
  ASSERT_EQ(cloud.size(), 125u);
  const CloudView view = cloud.view();
  for (std::size_t i = 0; i < 125; ++i) {
    EXPECT_EQ(view.position_of(i), points[i].position);
    EXPECT_NEAR(std::exp(view.log_scale[1][i]), 0.5f, 1e-5f);
    EXPECT_NEAR(1 / (1 + std::exp(-view.opacity_logit[i])), 0.1f, 1e-6f);
    EXPECT_NEAR(0.5 + 0.28209479 * view.sh_of(i)[0], 1.0, 1e-6);
    EXPECT_NEAR(0.5 + 0.28209479 * view.sh_of(i)[9], 0.0, 1e-6);
    EXPECT_NEAR(0.5 + 0.28209479 * view.sh_of(i)[18], 0.2, 1e-6);
    EXPECT_EQ(view.sh_of(i)[10], 0.0f);
  }
}

TEST(InitialCloud, TakesAChoiceThatDependsOnTheSeedAlone) {
  std::vector<ColoredPoint> points;
  for (int i = 0; i < 1000; ++i) points.push_back({{static_cast<float>(i), 0, 0}});
  const auto chosen = [&](uint64_t seed) {
    const GaussianCloud cloud = initial_cloud(points, {.sh_degree = 0, .max_gaussians = 100, .seed = seed}).value();
    return std::vector<float>(cloud.view().position[0], cloud.view().position[0] + cloud.size());
  };
  EXPECT_EQ(chosen(1).size(), 100u);
  EXPECT_EQ(chosen(1), chosen(1));
  EXPECT_NE(chosen(1), chosen(2));
}

TEST(InitialCloud, NoPointsIsAnErrorAndOnePointIsNot) {
  EXPECT_EQ(initial_cloud({}, {}).error().code, ErrorCode::invalid_data);
  const ColoredPoint one{{1, 2, 3}};
  EXPECT_NEAR(initial_cloud({&one, 1}, {}).value().view().log_scale[0][0], std::log(0.1f), 1e-6f);
}

TEST(SkyDome, CoversTheUpperHalfEvenly) {
  const GaussianCloud dome =
      sky_dome({.gaussians = 500, .sh_degree = 1, .center = {10, 20, 1}, .radius_m = 100}).value();
  Vec3f mean{};
  for (std::size_t i = 0; i < dome.size(); ++i) {
    const Vec3f offset = dome.view().position_of(i) - Vec3f{10, 20, 1};
    EXPECT_NEAR(norm(offset), 100.0f, 1e-3f);
    EXPECT_GT(offset.z, -5.1f);
    mean += offset / 500.0f;
  }
  EXPECT_NEAR(mean.x, 0, 1);
  EXPECT_NEAR(mean.y, 0, 1);
  EXPECT_NEAR(mean.z, 47.5, 1);
}

TEST(Concatenate, KeepsBothInOrder) {
  const GaussianCloud a = sky_dome({.gaussians = 3, .sh_degree = 1}).value();
  const GaussianCloud b = sky_dome({.gaussians = 20, .sh_degree = 1, .color = {0, 0, 0}}).value();
  const GaussianCloud both = concatenate(a.view(), b.view()).value();
  ASSERT_EQ(both.size(), 23u);
  EXPECT_EQ(both.view().position_of(2), a.view().position_of(2));
  EXPECT_EQ(both.view().position_of(3), b.view().position_of(0));
  EXPECT_EQ(both.view().sh_of(22)[4], b.view().sh_of(19)[4]);
  EXPECT_EQ(both.view().opacity_logit[22], b.view().opacity_logit[19]);
}

}  // namespace
}  // namespace gs::splat::train
