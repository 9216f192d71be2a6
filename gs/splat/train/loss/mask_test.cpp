// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Masked pixels have no influence on training: not through colours, SSIM windows, sky, LiDAR samples or initial
// Gaussians.
#include <gtest/gtest.h>

#include "gs/core/parallel.h"
#include "gs/splat/train/testing/test_scene.h"
#include "gs/splat/train/trainer.h"

namespace gs::splat::train {
namespace {

using splat::testing::same_bits;
using testing::quick_options;
using testing::synthetic_scene;

constexpr int kMaskWidth = 64, kMaskHeight = 48;

bool is_left_out(std::size_t x, std::size_t y) { return x >= 20 && x < 37 && y >= 15 && y < 44; }

// Scene with sky, LiDAR samples and a mask. `spoiled` replaces all data under the mask by garbage.
TrainingData masked_scene(bool spoiled) {
  TrainingData data = synthetic_scene();
  for (TrainingView& view : data.views) {
    view.mask.assign(kMaskWidth * kMaskHeight, 255);
    view.sky.assign(kMaskWidth * kMaskHeight, 0);
    for (std::size_t y = 0; y < kMaskHeight; ++y) {
      for (std::size_t x = 0; x < kMaskWidth; ++x) {
        const std::size_t i = y * kMaskWidth + x;
        if (y < 10) view.sky[i] = 255;
        if ((x + y) % 5 == 0) view.depth.push_back({static_cast<float>(x), static_cast<float>(y), 3.5f});
        if (!is_left_out(x, y)) continue;
        view.mask[i] = 0;
        if (!spoiled) continue;
        for (std::size_t c = 0; c < 3; ++c) view.rgb8[3 * i + c] = static_cast<uint8_t>(97 * i + 31 * c);
        view.sky[i] = 255;
        view.depth.push_back({static_cast<float>(x), static_cast<float>(y), 0.3f});
      }
    }
  }
  return data;
}

// Options with every feature that reads images enabled.
TrainingOptions everything_on(int64_t iterations) {
  TrainingOptions options = quick_options(iterations);
  options.training.max_gaussians = 260;  // fewer than points, so that points are chosen by importance
  options.training.sky_gaussians = 20;
  options.training.seed_share = 0.2;
  options.training.coarse_share = 0.4;
  options.training.depth_weight = options.training.sky_weight = 0.2;
  options.optimization.refine_exposure = options.optimization.refine_pose = true;
  return options;
}

// Trainings with and without garbage under the mask must be bit-identical.
TEST(Masks, WhatLiesUnderOneChangesNoBitOfATraining) {
  const auto run = [](bool spoiled) {
    Trainer trainer = Trainer::create(masked_scene(spoiled), everything_on(50)).value();
    for (int i = 0; i < 50; ++i) EXPECT_TRUE(trainer.step());
    return copy_of(trainer.state()).value();
  };
  const TrainingState a = run(false), b = run(true);
  EXPECT_TRUE(same_bits(a.cloud, b.cloud));
  EXPECT_EQ(a.corrections.values, b.corrections.values);
}

TEST(Masks, WhatLiesUnderOneChangesNoFigure) {
  const auto quality = [](bool spoiled) {
    Trainer trainer = Trainer::create(masked_scene(spoiled), quick_options(10)).value();
    return trainer.evaluate().value();
  };
  const Evaluation a = quality(false), b = quality(true);
  EXPECT_EQ(a.psnr_db, b.psnr_db);
  EXPECT_EQ(a.ssim, b.ssim);
  EXPECT_EQ(a.depth_error_m, b.depth_error_m);
  EXPECT_EQ(a.depth_samples, b.depth_samples);
}

TEST(Masks, ReturnsOnPixelsLeftOutGoAtEveryScale) {
  TrainingView view = masked_scene(true).views[0];
  for (const double scale : {1.0, 0.5, 0.3}) {
    TrainingView small = scaled_down(view, scale, 0);
    drop_masked_samples(small);
    EXPECT_FALSE(small.depth.empty());
    for (const DepthSample& sample : small.depth) {
      const long at = std::lround(sample.y) * small.camera.width + std::lround(sample.x);
      EXPECT_NE(small.mask[static_cast<std::size_t>(at)], 0);
    }
  }
}

TEST(Masks, AViewMaskedEntirelyIsNotTrainedOn) {
  TrainingData data = synthetic_scene();
  for (const std::size_t i : {0u, 4u}) data.views[i].mask.assign(kMaskWidth * kMaskHeight, 0);
  Trainer trainer = Trainer::create(std::move(data), quick_options(60)).value();
  for (int i = 0; i < 60; ++i) EXPECT_GT(trainer.step().value().loss.total, 0);  // no step uses a masked view
  EXPECT_TRUE(trainer.evaluate().value().held_out);
}

TEST(Masks, HeldOutViewsMaskedEntirelyLeaveTheOthersToCompareWith) {
  TrainingData data = synthetic_scene();
  data.views[3].mask.assign(kMaskWidth * kMaskHeight, 0);  // the only one held out
  const Evaluation quality = Trainer::create(std::move(data), quick_options(10)).value().evaluate().value();
  EXPECT_FALSE(quality.held_out);
  EXPECT_EQ(quality.views, 7u);
}

TEST(Masks, NothingLeftIsAnErrorThatSaysSo) {
  TrainingData data = synthetic_scene();
  for (TrainingView& view : data.views) view.mask.assign(kMaskWidth * kMaskHeight, 0);
  const Error error = Trainer::create(std::move(data), quick_options(10)).error();
  EXPECT_EQ(error.code, ErrorCode::invalid_data);
  EXPECT_NE(error.message.find("masked entirely"), std::string::npos) << error.message;
  EXPECT_FALSE(error.hint.empty());
  // A single unmasked pixel vanishes when the images are scaled down.
  data = synthetic_scene();
  for (TrainingView& view : data.views) {
    view.mask.assign(kMaskWidth * kMaskHeight, 0);
    view.mask[5] = 255;
  }
  TrainingOptions options = quick_options(10);
  options.training.image_scale = 0.5;
  EXPECT_NE(Trainer::create(std::move(data), options).error().message.find("scaled down"), std::string::npos);
}

}  // namespace
}  // namespace gs::splat::train
