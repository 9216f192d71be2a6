// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A drive along a wall, for tests of training in chunks. Test code only.
#pragma once

#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "gs/splat/train/chunks/chunked_run.h"
#include "gs/splat/train/testing/actor_scene.h"
#include "gs/splat/train/trainer.h"

namespace gs::splat::train::testing {

inline constexpr int kWallViews = 33;

// A wall of Gaussians 12 m long, seen by a camera that drives along it. The initial points are its centres with a small
// offset. With `actor`, a box drives before the camera and turns by 60 deg; it starts grey.
inline TrainingData long_wall(bool actor = false) {
  GaussianCloud truth = splat::testing::random_cloud(700, 0, 3, -1.9);
  TrainingData data;
  const MutableCloudView view = truth.view();
  for (std::size_t i = 0; i < truth.size(); ++i) {
    Random random(3, purpose("chunked_run_test"), i);
    const auto u = [&](double a) { return static_cast<float>(random.uniform(-a, a)); };
    view.opacity_logit[i] = 3;
    view.set_position(i, {u(7), u(1.3), 3 + u(0.3)});
    data.points.push_back({view.position_of(i) + Vec3f{u(0.03), u(0.03), u(0.03)}, 128, 128, 128});
  }
  auto rasterizer = make_rasterizer(Backend::cpu).value();
  std::vector<GaussianCloud> assets;
  assets.push_back(coloured_box());
  EXPECT_TRUE(rasterizer->upload(std::move(truth), std::move(assets)));
  if (actor) {
    data.actors.push_back(
        {.id = "car_a0001", .size_m = {1.2, 0.6, 0.6}, .painted = std::make_shared<GaussianCloud>(grey_box())});
  }
  for (int k = 0; k < kWallViews; ++k) {
    RenderView from = splat::testing::simple_view(64, 48, 50);
    from.map_from_camera = {Quaterniond{}, {12.0 * (k / (kWallViews - 1.0) - 0.5), 0.1 * (k % 3), 0.3}};
    const double share = k / (kWallViews - 1.0);
    const Quaterniond up = Quaterniond::from_axis_angle({1, 0, 0}, std::numbers::pi / 2);
    const Quaterniond turn = Quaterniond::from_axis_angle({0, 0, 1}, 0.2 + share);
    const Vec3d ahead = from.map_from_camera.translation + Vec3d{0.3, 0.3, 1.6};
    const SplatInstance box{.asset = 0, .map_from_asset = {up * turn, ahead}};
    if (actor) from.instances = {&box, 1};
    const auto images = rasterizer->render({&from, 1}, {}).value();
    data.views.push_back({.name = "camera_a/" + std::to_string(k),
                          .camera = from.camera,
                          .map_from_camera = from.map_from_camera,
                          .rgb8 = images[0].rgb8,
                          .held_out = k % 4 == 2});
    data.views.back().timestamp_s = 10 + 0.1 * k;
    if (actor) data.views.back().actors = {{.actor = 0, .map_from_actor = box.map_from_asset}};
  }
  return data;
}

// Options that split the wall into two chunks.
inline TrainingOptions chunk_options(int64_t iterations) {
  TrainingOptions options = quick_options(iterations);
  options.training.max_gaussians = 480;  // fewer than the wall has, so that images are not fitted perfectly
  options.training.sky_gaussians = 60;
  options.chunks = {.split_above_m = 8, .length_m = 6.5, .overlap_m = 1};
  return options;
}

// Loads views from memory and trains on the CPU.
inline ChunkSources sources_of(const TrainingData& data) {
  ChunkSources out;
  out.outline.points = data.points, out.outline.actors = data.actors;
  out.outline.views = data.views;
  for (TrainingView& view : out.outline.views) view.rgb8.clear();
  out.load_views = [&data](std::span<const std::size_t> wanted) -> Result<std::vector<TrainingView>> {
    std::vector<TrainingView> views;
    for (const std::size_t i : wanted) views.push_back(data.views[i]);
    return views;
  };
  out.make_engine = [](TrainingData own, const TrainingOptions& chosen) -> Result<std::unique_ptr<TrainingEngine>> {
    GS_TRY(Trainer trainer, Trainer::create(std::move(own), chosen));
    return std::unique_ptr<TrainingEngine>(std::make_unique<Trainer>(std::move(trainer)));
  };
  return out;
}

}  // namespace gs::splat::train::testing
