// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A small scene with an actor that drives through it, for training tests. Test code only.
#pragma once

#include <memory>
#include <numbers>
#include <utility>

#include "gs/splat/train/testing/test_scene.h"

namespace gs::splat::train::testing {

// Gaussians in a box of 1.2 x 0.6 x 0.6 m that stands on z = 0, each side in a colour of its own.
inline GaussianCloud coloured_box() {
  constexpr std::size_t kCount = 240;
  GaussianCloud cloud = GaussianCloud::create(kCount, 0).value();
  const MutableCloudView v = cloud.view();
  for (std::size_t i = 0; i < kCount; ++i) {
    Random random(5, purpose("actor_scene"), i);
    const auto u = [&](double low, double high) { return static_cast<float>(random.uniform(low, high)); };
    Vec3f p{u(-0.6, 0.6), u(-0.3, 0.3), u(0, 0.6)};
    const std::size_t side = i % 3;
    const bool low = i % 2 == 0;
    if (side == 0) p.x = low ? -0.6f : 0.6f;
    if (side == 1) p.y = low ? -0.3f : 0.3f;
    if (side == 2) p.z = low ? 0.0f : 0.6f;
    v.set_position(i, p);
    v.set_log_scale(i, {-2.6f, -2.6f, -2.6f});
    v.set_rotation(i, {0, 0, 0, 1});
    v.opacity_logit[i] = 3;
    for (std::size_t c = 0; c < 3; ++c) v.sh_of(i)[c] = (c == side ? 1.4f : -1.2f) * (low ? 1.0f : 0.5f) + u(-0.3, 0.3);
  }
  return cloud;
}

// The actor before training: grey, a little beside the truth.
inline GaussianCloud grey_box() {
  GaussianCloud cloud = coloured_box();
  const MutableCloudView v = cloud.view();
  for (std::size_t i = 0; i < v.size; ++i) {
    Random random(6, purpose("actor_scene"), i);
    const auto u = [&] { return static_cast<float>(random.uniform(-0.03, 0.03)); };
    v.set_position(i, v.position_of(i) + Vec3f{u(), u(), u()});
    v.opacity_logit[i] = 1;
    for (std::size_t c = 0; c < 3; ++c) v.sh_of(i)[c] = 0;
  }
  return cloud;
}

// Pose of the actor in view k of `views`: it crosses the images and turns by 40 deg. The map has y down, the actor z
// up.
inline Rigid3d actor_pose(int k, int views) {
  const double share = (k + 0.5) / views;
  const Quaterniond up = Quaterniond::from_axis_angle({1, 0, 0}, std::numbers::pi / 2);
  const Quaterniond turn = Quaterniond::from_axis_angle({0, 0, 1}, 0.3 + 0.7 * share);
  return {up * turn, {-0.9 + 1.8 * share, 0.3, 2.6}};
}

// synthetic_scene() with the actor in front of it; every fourth view is held out.
inline TrainingData scene_with_actor(int views = 16) {
  TrainingData data = synthetic_scene(views);
  GaussianCloud truth = splat::testing::random_cloud(300, 0, 3, -1.6);
  for (std::size_t i = 0; i < truth.size(); ++i) truth.view().opacity_logit[i] = 3;
  std::vector<GaussianCloud> assets;
  assets.push_back(coloured_box());
  auto rasterizer = make_rasterizer(Backend::cpu).value();
  EXPECT_TRUE(rasterizer->upload(std::move(truth), std::move(assets)));
  for (int k = 0; k < views; ++k) {
    TrainingView& view = data.views[static_cast<std::size_t>(k)];
    view.held_out = k % 4 == 3;
    view.actors = {{.actor = 0, .map_from_actor = actor_pose(k, views)}};
    const SplatInstance instance{.asset = 0, .map_from_asset = actor_pose(k, views)};
    const RenderView camera{
        .camera = view.camera, .map_from_camera = view.map_from_camera, .instances = {&instance, 1}};
    view.rgb8 = rasterizer->render({&camera, 1}, {}).value()[0].rgb8;
  }
  data.actors.push_back(
      {.id = "car_a0001", .size_m = {1.2, 0.6, 0.6}, .painted = std::make_shared<GaussianCloud>(grey_box())});
  return data;
}

}  // namespace gs::splat::train::testing
