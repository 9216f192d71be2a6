// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A small scene for training tests, and helpers for tests of whole runs. Test code only.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gs/core/numbers/random.h"
#include "gs/core/progress.h"
#include "gs/splat/factory.h"
#include "gs/splat/model/testing/test_cloud.h"
#include "gs/splat/testing/reference_renderer.h"
#include "gs/splat/train/options.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train::testing {

inline constexpr int kViews = 8;

// Renders a known cloud from `views` positions on an arc; the fourth view is held out. The initial points are its
// centres with a small random offset.
inline TrainingData synthetic_scene(int views = kViews) {
  GaussianCloud truth = splat::testing::random_cloud(300, 0, 3, -1.6);
  TrainingData data;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    truth.view().opacity_logit[i] = 3;
    Random random(8, purpose("trainer_test"), i);
    const auto u = [&] { return static_cast<float>(random.uniform(-0.05, 0.05)); };
    data.points.push_back({truth.view().position_of(i) + Vec3f{u(), u(), u()}, 128, 128, 128});
  }
  auto rasterizer = make_rasterizer(Backend::cpu).value();
  EXPECT_TRUE(rasterizer->upload(std::move(truth)));
  for (int k = 0; k < views; ++k) {
    RenderView view = splat::testing::simple_view(64, 48, 50);
    const double angle = 0.48 / views * (k - 0.5 * (views - 1));
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

// The same scene with simulated LiDAR samples, a strip of sky, and the views divided between two cameras a and b.
inline TrainingData scene_with_distances() {
  TrainingData data = synthetic_scene();
  for (TrainingView& view : data.views) {
    view.name = "camera_" + std::string(view.name == "1" || view.name == "3" ? "a/" : "b/") + view.name;
    view.sky.assign(64 * 48, 0);
    for (std::size_t i = 0; i < 64 * 8; ++i) view.sky[i] = 255;
    const Rigid3d camera_from_map = view.map_from_camera.inverse();
    std::vector<DepthSample> all;
    for (const ColoredPoint& point : data.points) {
      const Vec3d p = camera_from_map * cast<double>(point.position);
      const Vec2d pixel = project(view.camera, p);
      all.push_back({static_cast<float>(pixel.x), static_cast<float>(pixel.y), static_cast<float>(p.z)});
    }
    for (const DepthSample& sample : all) {  // visible to a LiDAR: no nearer sample around it
      const bool hidden = std::any_of(all.begin(), all.end(), [&](const DepthSample& other) {
        return other.depth_m < sample.depth_m && std::hypot(other.x - sample.x, other.y - sample.y) < 4;
      });
      if (!hidden) view.depth.push_back(sample);
    }
  }
  return data;
}

// Options of a short run with refinements and one checkpoint in the middle.
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

// Requests a stop once `iteration` steps are done.
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

}  // namespace gs::splat::train::testing
