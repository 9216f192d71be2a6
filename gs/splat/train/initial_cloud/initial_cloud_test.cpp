// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The cloud that training starts from: points, surfaces and sky.
#include "gs/splat/train/initial_cloud/initial_cloud.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/splat/train/initial_cloud/importance.h"
#include "gs/splat/train/initial_cloud/surface_seeds.h"
#include "gs/splat/train/training_plan.h"

namespace gs::splat::train {
namespace {

constexpr int kWidth = 96, kHeight = 72;

// Camera looking along +x of the map, z up: sky above a red wall at 10 m; points cover the lower part of the wall.
TrainingData wall() {
  TrainingData data;
  TrainingView view{.name = "front/0"};
  view.camera = with_limits(
      {.width = kWidth, .height = kHeight, .fx = 60, .fy = 60, .cx = 0.5 * (kWidth - 1), .cy = 0.5 * (kHeight - 1)});
  view.map_from_camera.rotation = to_quaternion(Mat3d{{{0, 0, 1}, {-1, 0, 0}, {0, -1, 0}}});
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const bool sky = y < 24, edge = x == kWidth / 2;
      const uint8_t color[3] = {static_cast<uint8_t>(sky    ? 170
                                                     : edge ? 255
                                                            : 150),
                                static_cast<uint8_t>(sky ? 190 : 40), static_cast<uint8_t>(sky ? 230 : 40)};
      view.rgb8.insert(view.rgb8.end(), color, color + 3);
    }
  }
  data.views = {view};
  for (int i = 0; i < 3000; ++i) {
    const float y = -7.0f + 14.0f * static_cast<float>(i % 60) / 60.0f,
                z = -5.5f + 5.0f * static_cast<float>(i / 60) / 50.0f;
    data.points.push_back({{10, y, z}, 150, 40, 40});
  }
  return data;
}

std::vector<ColoredPoint> seeds_of(const TrainingData& data, std::size_t count) {
  return seed_points(data, surface_patches(data.points, 0.2f), count, 7);
}

TEST(SeedPoints, ContinueTheWallUpwardsAndLeaveTheSkyAlone) {
  const std::vector<ColoredPoint> seeds = seeds_of(wall(), 400);
  ASSERT_GT(seeds.size(), 50u);
  for (const ColoredPoint& seed : seeds) {
    EXPECT_GT(seed.position.z, -1.5f);       // above the points
    EXPECT_LT(seed.position.z, 4.0f);        // below the sky
    EXPECT_NEAR(seed.position.x, 10, 0.3f);  // in the plane of the wall
    EXPECT_GT(seed.red, 100);
    EXPECT_EQ(seed.blue, 40);
  }
}

TEST(SeedPoints, AreTheSameWhateverTheThreadsAndStopAtMasks) {
  TrainingData data = wall();
  const auto at = [&](int threads) {
    const ScopedThreadCount scope(threads);
    return seeds_of(data, 100);
  };
  const auto a = at(1), b = at(2);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].position, b[i].position);
  data.views[0].mask.assign(kWidth * kHeight, 0);
  EXPECT_TRUE(seeds_of(data, 100).empty());
}

// 20,000 points with 2 cm of noise: single neighbours define no plane, averaged cubes do.
TEST(SurfacePatches, FindAWallThroughTheNoiseOfItsPoints) {
  std::vector<ColoredPoint> points;
  for (uint64_t i = 0; i < 20'000; ++i) {
    Random random(3, purpose("patches"), i);
    points.push_back({{static_cast<float>(10 + 0.02 * random.normal()), static_cast<float>(random.uniform(-2, 2)),
                       static_cast<float>(random.uniform(0, 2))}});
  }
  points.push_back({{std::nanf(""), 0, 0}});
  const std::vector<SurfacePatch> patches = surface_patches(points, 0.2f);
  ASSERT_EQ(patches.size(), points.size());
  double flat = 0, off = 0;
  for (std::size_t i = 0; i < 20'000; ++i) {
    flat += patches[i].flat;
    const double range = range_to(patches[i], {0, 0, 1}, {1, 0, 0});
    if (patches[i].flat) off += std::abs(range - 10);
  }
  EXPECT_GT(flat, 0.9 * 20'000);
  EXPECT_LT(off / flat, 0.2);
  EXPECT_FALSE(patches.back().flat);
  EXPECT_LT(range_to({{10, 0, 0}, {1, 0, 0}, true}, {0, 0, 0}, {0, 1, 0}), 0);  // ray parallel to the wall
  EXPECT_TRUE(surface_patches({}, 0.2f).empty());
}

TEST(SurfaceSeeds, LieOnTheWallInTheColoursOfItsPixels) {
  TrainingData data = wall();
  const std::vector<SurfacePatch> patches = surface_patches(data.points, 0.5f);
  const auto at = [&](int threads) {
    const ScopedThreadCount scope(threads);
    return surface_seeds(data, patches, 300, 7);
  };
  const std::vector<ColoredPoint> seeds = at(1), again = at(2);
  ASSERT_GT(seeds.size(), 200u);
  ASSERT_EQ(seeds.size(), again.size());
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    EXPECT_NEAR(seeds[i].position.x, 10, 0.1f);
    EXPECT_LT(seeds[i].position.z, 1.5f);  // on or near the points
    EXPECT_EQ(seeds[i].blue, 40);
    EXPECT_EQ(seeds[i].position, again[i].position);
  }
  data.views[0].mask.assign(kWidth * kHeight, 0);
  EXPECT_TRUE(surface_seeds(data, patches, 300, 7).empty());
}

TEST(SkyCloud, HasTheColoursOfTheImages) {
  const GaussianCloud sky = sky_cloud(wall(), 400, 0).value();
  int ahead = 0;
  for (std::size_t i = 0; i < sky.size(); ++i) {
    const Vec3f p = sky.view().position_of(i);
    if (p.x < 3 * std::fabs(p.y) || p.z < 0.3f * p.x || p.z > 0.5f * p.x) continue;
    EXPECT_NEAR(0.5 + 0.28209479 * sky.view().sh_of(i)[0], 170 / 255.0, 0.01);
    EXPECT_NEAR(0.5 + 0.28209479 * sky.view().sh_of(i)[2], 230 / 255.0, 0.01);
    ++ahead;
  }
  EXPECT_GT(ahead, 3);
}

// Points near the image edge are more important than points on the plain wall.
TEST(PointImportance, IsHigherWhereDetailIs) {
  const TrainingData data = wall();
  const std::vector<float> weights = point_importance(data);
  double edge = 0, plain = 0, edge_count = 0, plain_count = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const float y = std::fabs(data.points[i].position.y);
    if (y < 0.2f) edge += static_cast<double>(weights[i]), ++edge_count;
    if (y > 1 && y < 5) plain += static_cast<double>(weights[i]), ++plain_count;
  }
  EXPECT_GT(edge / edge_count, 1.5 * plain / plain_count);
}

TEST(StartingCloud, KeepsToTheCapAndToItsShare) {
  TrainingOptions options;
  options.training.max_gaussians = 1000;
  options.training.initial_share = 0.5;
  options.training.sky_gaussians = 5000;  // at most a tenth
  const GaussianCloud cloud = starting_cloud(wall(), options).value();
  EXPECT_LE(cloud.size(), 500u);
  EXPECT_GT(cloud.size(), 450u);
  TrainingData nothing;
  EXPECT_EQ(starting_cloud(nothing, options).error().code, ErrorCode::invalid_data);
}

// A share below a tenth left less room than the sky wanted; the difference wrapped around to 1.8e19 seeds.
TEST(StartingCloud, ASmallShareLeavesRoomForSurfacesBesideTheSky) {
  TrainingOptions options;
  options.training.max_gaussians = 2000;
  options.training.sky_gaussians = 3000;
  options.training.initial_share = 0.05;
  options.training.seed_share = options.training.surface_share = 0;  // a wrong room shows without endless seeds
  ASSERT_LE(starting_cloud(wall(), options).value().size(), 100u);
  options.training.seed_share = TrainingOptions{}.training.seed_share;
  options.training.surface_share = TrainingOptions{}.training.surface_share;
  for (const double share : {0.001, 0.01, 0.05, 0.1, 1.0}) {
    options.training.initial_share = share;
    const GaussianCloud cloud = starting_cloud(wall(), options).value();
    EXPECT_GE(cloud.size(), 1u) << share;
    EXPECT_LE(static_cast<double>(cloud.size()), std::max(1.0, share * 2000)) << share;
    std::size_t near = 0;
    for (std::size_t i = 0; i < cloud.size(); ++i) near += norm(cloud.view().position_of(i)) < 30;
    EXPECT_GE(10 * near, 8 * cloud.size()) << share;  // the rest is sky
  }
}

// At both ends of a drive that is not split the dome ahead counts as sky.
TEST(SkyRadius, KeepsEveryCameraFurtherFromTheDomeThanHalfItsRadius) {
  for (const double length_m : {10.0, 300.0, 590.0, 3000.0}) {
    TrainingData data = wall();
    for (const double end : {-0.5, 0.5}) {
      data.views.push_back(data.views[0]);
      data.views.back().map_from_camera.translation = {end * length_m, 0, 0};
    }
    const double radius_m = sky_radius_m(data);
    EXPECT_GE(radius_m - 0.5 * length_m, 0.5 * radius_m) << length_m;
    EXPECT_GE(far_plane_m(radius_m), radius_m + 0.5 * length_m) << length_m;
    EXPECT_LE(radius_m, std::max(450.0, length_m + 50)) << length_m;
    TrainingOptions options;
    options.training.max_gaussians = 100;
    const TrainingPlan plan = make_training_plan(data, options).value();
    EXPECT_EQ(plan.sky_far_m, 0.5 * radius_m);
    EXPECT_GE(plan.render.far_m, radius_m + 0.5 * length_m);
  }
}

}  // namespace
}  // namespace gs::splat::train
