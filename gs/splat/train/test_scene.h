// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A small scene to train on, and what tests of whole runs need. Test code only.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "gs/core/progress.h"
#include "gs/core/random.h"
#include "gs/splat/factory.h"
#include "gs/splat/model/test_cloud.h"
#include "gs/splat/testing.h"
#include "gs/splat/train/data.h"
#include "gs/splat/train/options.h"

namespace gs::train_testing {

inline constexpr int kViews = 8;

// A known cloud seen from eight places on an arc; the points to start from are its centres, pushed around.
inline TrainingData synthetic_scene() {
  GaussianCloud truth = testing::random_cloud(300, 0, 3, -1.6);
  TrainingData data;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    truth.view().opacity_logit[i] = 3;
    Random random(8, purpose("trainer_test"), i);
    const auto u = [&] { return static_cast<float>(random.uniform(-0.05, 0.05)); };
    data.points.push_back({truth.view().position_of(i) + Vec3f{u(), u(), u()}, 128, 128, 128});
  }
  auto rasterizer = make_rasterizer(Backend::cpu).value();
  EXPECT_TRUE(rasterizer->upload(std::move(truth)));
  for (int k = 0; k < kViews; ++k) {
    RenderView view = testing::simple_view(64, 48, 50);
    const double angle = 0.06 * (k - 3.5);
    view.map_from_camera = {Quaterniond::from_axis_angle({0, 1, 0}, -angle), {4 * std::sin(angle), 0.05 * k, -0.5}};
    auto images = rasterizer->render({&view, 1}, {}).value();
    data.views.push_back({.name = std::to_string(k),
                          .camera = view.camera,
                          .map_from_camera = view.map_from_camera,
                          .rgb8 = images[0].rgb8,
                          .held_out = k == 3});
  }
  return data;
}

inline TrainingOptions quick_options(int64_t iterations) {
  TrainingOptions options;
  options.model.sh_degree = 1;
  options.training.iterations = iterations;
  options.training.max_gaussians = 700;
  options.training.sky_gaussians = 0;
  options.training.seed_share = 0;
  options.training.coarse_share = 0;
  options.training.densify = {.start_iter = 40, .end_iter = iterations * 2 / 3, .interval = 20};
  options.output.save_iterations = {iterations / 2};
  return options;
}

// Asks to stop when so many steps are done.
class StopAt final : public Progress {
 public:
  explicit StopAt(uint64_t iteration) : iteration_(iteration) {}
  void begin(std::string_view, uint64_t, std::string_view) override {}
  void advance(uint64_t done) override { done_ = done; }
  void note(std::string_view) override {}
  void finish() override {}
  bool stop_requested() const override { return done_ >= iteration_; }

 private:
  uint64_t iteration_, done_ = 0;
};

}  // namespace gs::train_testing
