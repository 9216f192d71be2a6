// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Training must not depend on the unit of length: the same scene ten times as large gives the same images and
// decisions.
#include <gtest/gtest.h>

#include <cmath>

#include "gs/splat/train/density/mcmc.h"
#include "gs/splat/train/optimise/penalty_kernel.h"
#include "gs/splat/train/testing/test_scene.h"
#include "gs/splat/train/trainer.h"

namespace gs::splat::train {
namespace {

constexpr float kUnit = 10;

// The data in another unit of length.
TrainingData scaled(TrainingData data) {
  for (TrainingView& view : data.views) {
    view.map_from_camera.translation = view.map_from_camera.translation * static_cast<double>(kUnit);
    for (DepthSample& sample : view.depth) sample.depth_m *= kUnit;
  }
  for (ColoredPoint& point : data.points) point.position = point.position * kUnit;
  return data;
}

// The cloud in another unit of length.
void scale(const MutableCloudView& cloud) {
  const float step = std::log(kUnit);
  for (std::size_t i = 0; i < cloud.size; ++i) {
    cloud.set_position(i, cloud.position_of(i) * kUnit);
    cloud.set_log_scale(i, cloud.log_scale_of(i) + Vec3f{step, step, step});
  }
}

TEST(LengthUnit, DistancesRatesAndPenaltiesScaleWithIt) {
  const TrainingOptions options = testing::quick_options(100);
  const TrainingPlan a = make_training_plan(testing::scene_with_distances(), options).value();
  const TrainingPlan b = make_training_plan(scaled(testing::scene_with_distances()), options).value();
  const auto unit = static_cast<double>(kUnit);
  EXPECT_NEAR(b.distance_m / a.distance_m, unit, 1e-5);
  EXPECT_NEAR(b.extent_m / a.extent_m, unit, 1e-5);
  EXPECT_NEAR(rates_of_step(b, 30).position / rates_of_step(a, 30).position, unit, 1e-5);
  EXPECT_EQ(rates_of_step(b, 30).log_scale, rates_of_step(a, 30).log_scale);
  const CorrectionRates of_a = correction_rates_of_step(a, 30), of_b = correction_rates_of_step(b, 30);
  EXPECT_NEAR(of_b.translation_m / of_a.translation_m, unit, 1e-5);
  EXPECT_EQ(of_b.rotation_rad, of_a.rotation_rad);
  const Penalty pa = penalty_of_step(a, 50), pb = penalty_of_step(b, 50);
  EXPECT_EQ(pa.opacity, pb.opacity);
  EXPECT_NEAR(pb.largest_m / pa.largest_m, kUnit, 1e-4);
  // The pull on the logarithm of the size is the same.
  const auto pull = [](const Penalty& penalty, float sigma) {
    Gaussian<float> gradient{};
    add_penalty({.log_scale = {std::log(sigma), std::log(0.1f * sigma), std::log(100 * sigma)}}, penalty, gradient);
    return gradient.log_scale;
  };
  const Vec3f of_small = pull(pa, 0.1f), of_large = pull(pb, 0.1f * kUnit);
  EXPECT_NEAR(of_large.x / of_small.x, 1, 1e-4);
  EXPECT_NEAR(of_large.y / of_small.y, 1, 1e-4);
  EXPECT_NEAR(of_large.z / of_small.z, 1, 1e-4);
}

TEST(LengthUnit, WithoutPointsItIsTheMetre) {
  TrainingData data = testing::synthetic_scene();
  data.points.clear();
  EXPECT_EQ(viewing_distance_m(data), 10);
}

// Displacements scale with the unit, and none exceeds one standard deviation by more than the random number.
TEST(LengthUnit, NoiseIsAShareOfTheSizeAndAtMostOneSigma) {
  const auto moved = [](float sigma, double distance_m, double rate) {
    const float log_sigma = std::log(sigma);
    const Gaussian<float> g{
        .log_scale = {log_sigma, log_sigma, log_sigma}, .rotation = {0, 0, 0, 1}, .opacity_logit = -5};
    return norm(mcmc_noise(g, 7, mcmc_noise_of(3, 20, rate, distance_m)));
  };
  const double small = moved(0.001f, 10, 1e-4), large = moved(0.01f, 100, 1e-3);
  EXPECT_GT(small, 0);
  EXPECT_NEAR(large / small, 10, 1e-4);
  // Strong noise is capped: the displacement is one sigma times the same normal numbers.
  EXPECT_NEAR(moved(0.2f, 10, 1.0) / moved(0.1f, 10, 1.0), 2, 1e-6);
  EXPECT_LT(moved(0.1f, 10, 1e6), 0.1 * 6);
  EXPECT_EQ(moved(0.1f, 10, 0.0), 0);
}

// Two trainers of the same scene in two units of length, from the same state.
struct Pair {
  Trainer small, large;
  Pair(const TrainingData& data, const TrainingOptions& options)
      : small(Trainer::create(data, options).value()), large(Trainer::create(scaled(data), options).value()) {
    TrainingState start = small.copy_state().value();
    scale(start.cloud.view());
    EXPECT_TRUE(large.set_state(std::move(start)));
  }
  void step(int count) {
    for (int i = 0; i < count; ++i) {
      EXPECT_TRUE(small.step());
      EXPECT_TRUE(large.step());
    }
  }
  // Mean difference of the rendered images [8-bit steps].
  double difference() {
    double sum = 0, count = 0;
    for (std::size_t v = 0; v < small.views().size(); ++v) {
      const SplatImage a = small.render_view(v).value(), b = large.render_view(v).value();
      for (std::size_t i = 0; i < a.rgb8.size(); ++i) sum += std::abs(a.rgb8[i] - b.rgb8[i]), ++count;
    }
    return sum / count;
  }
};

// Steps with refinements, noise, penalties and all corrections. Rounding grows from step to step, because Adam moves by
// the sign of gradients that are nearly zero; the images may therefore differ a little.
TEST(LengthUnit, TheSameImagesAndTheSameDecisions) {
  TrainingOptions options = testing::quick_options(60);
  options.training.densify.start_iter = 20;
  options.optimization = {.refine_pose = true, .refine_exposure = true, .refine_vignetting = true};
  TrainingData data = testing::scene_with_distances();
  Pair pair(data, options);
  for (int i = 0; i < 3; ++i) {
    pair.step(20);
    ASSERT_EQ(pair.small.gaussians(), pair.large.gaussians());
    // The same Gaussians were copied: nearly all opacities agree one by one.
    const CloudView a = pair.small.state().cloud.view(), b = pair.large.state().cloud.view();
    std::size_t apart = 0;
    for (std::size_t k = 0; k < a.size; ++k) apart += std::abs(a.opacity_logit[k] - b.opacity_logit[k]) > 0.3f;
    EXPECT_LT(apart, a.size / (i == 0 ? 20 : 10)) << i;  // a draw at the border of two weights may go either way
  }
  EXPECT_LT(pair.difference(), 0.4);
  EXPECT_NEAR(pair.small.evaluate().value().psnr_db, pair.large.evaluate().value().psnr_db, 0.2);
  // Without points nothing tells the unit, and the images do differ: the comparison is sensitive.
  data.points.clear();
  Pair blind(data, options);
  blind.step(60);
  EXPECT_GT(blind.difference(), 2 * pair.difference());
}

}  // namespace
}  // namespace gs::splat::train
