// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The hidden side of a vehicle learns from the side that images show.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "gs/core/parallel.h"
#include "gs/splat/train/actors/actor_regions.h"
#include "gs/splat/train/actors/hidden_side.h"
#include "gs/splat/train/initial_cloud/point_gaussians.h"
#include "gs/splat/train/testing/actor_scene.h"
#include "gs/splat/train/trainer.h"

namespace gs::splat::train {
namespace {

using splat::testing::same_bits;
using testing::quick_options;

constexpr int kMirrorViews = 12;
const Quaterniond kUp = Quaterniond::from_axis_angle({1, 0, 0}, std::numbers::pi / 2);

// coloured_box() with a left half that is the mirror image of its right half.
GaussianCloud symmetric_box() {
  GaussianCloud cloud = testing::coloured_box();
  const MutableCloudView v = cloud.view();
  std::vector<uint32_t> half;
  for (uint32_t i = 0; i < v.size; ++i) {
    if (v.position_of(i).y < 0) half.push_back(i);
  }
  GaussianCloud right = gather(cloud.view(), half).value(), left = gather(cloud.view(), half).value();
  for (std::size_t i = 0; i < left.size(); ++i) mirror_gaussian(left.view(), i);
  return concatenate(std::as_const(right).view(), std::as_const(left).view()).value();
}

// The start of a training: positions off by up to 3 cm, colours by up to `off` (SH), and `share` of the true colour.
GaussianCloud start_of(const GaussianCloud& truth, double share, double off) {
  GaussianCloud cloud = copy_of(truth.view()).value();
  const MutableCloudView v = cloud.view();
  for (std::size_t i = 0; i < v.size; ++i) {
    Random random(6, purpose("mirror_test"), i);
    const auto u = [&](double most) { return static_cast<float>(random.uniform(-most, most)); };
    v.set_position(i, v.position_of(i) + Vec3f{u(0.03), u(0.03), u(0.03)});
    v.opacity_logit[i] = 2;
    for (std::size_t c = 0; c < 3; ++c) v.sh_of(i)[c] = static_cast<float>(share) * v.sh_of(i)[c] + u(off);
  }
  return cloud;
}

// The cloud of synthetic_scene().
GaussianCloud background() {
  GaussianCloud cloud = splat::testing::random_cloud(300, 0, 3, -1.6);
  for (std::size_t i = 0; i < cloud.size(); ++i) cloud.view().opacity_logit[i] = 3;
  return cloud;
}

// Pose of the box that shows its right side, and front and back by turns; `hidden`: the mirrored one, which shows the
// left side.
Rigid3d box_pose(int k, bool hidden) {
  const double turn = -0.6 + 1.2 * (k + 0.5) / kMirrorViews;
  const double shown = hidden ? -std::numbers::pi - turn : turn;
  // Nearer than the whole background.
  return {kUp * Quaterniond::from_axis_angle({0, 0, 1}, shown), {0, 0.3, 0.9}};
}

// The box in front of the background; every fourth view is held out.
TrainingData scene_of(const GaussianCloud& truth, GaussianCloud start) {
  TrainingData data = testing::synthetic_scene(kMirrorViews);
  std::vector<GaussianCloud> assets;
  assets.push_back(copy_of(truth.view()).value());
  auto rasterizer = make_rasterizer(Backend::cpu).value();
  EXPECT_TRUE(rasterizer->upload(background(), std::move(assets)));
  for (int k = 0; k < kMirrorViews; ++k) {
    TrainingView& view = data.views[static_cast<std::size_t>(k)];
    view.held_out = k % 4 == 3;
    view.actors = {{.actor = 0, .map_from_actor = box_pose(k, false)}};
    const SplatInstance instance{.asset = 0, .map_from_asset = box_pose(k, false)};
    const RenderView camera{
        .camera = view.camera, .map_from_camera = view.map_from_camera, .instances = {&instance, 1}};
    view.rgb8 = rasterizer->render({&camera, 1}, {}).value()[0].rgb8;
  }
  data.actors.push_back({.id = "car_a0001",
                         .size_m = {1.2, 0.6, 0.6},
                         .painted = std::make_shared<GaussianCloud>(std::move(start)),
                         .mirrored = true});
  return data;
}

Trainer trained_box(TrainingData data, bool mirror, int steps) {
  TrainingOptions options = quick_options(400);
  options.training.mirror_actors = mirror;
  Trainer trainer = Trainer::create(std::move(data), options).value();
  for (int i = 0; i < steps; ++i) EXPECT_TRUE(trainer.step());
  return trainer;
}

// PSNR inside the box, in front of the true background, over the views of the seen or of the hidden side.
double side_psnr(TrainingData data, const GaussianCloud& truth, const CloudView& trained, bool hidden) {
  std::vector<GaussianCloud> assets;
  assets.push_back(copy_of(truth.view()).value());
  assets.push_back(copy_of(trained).value());
  auto rasterizer = make_rasterizer(Backend::cpu).value();
  EXPECT_TRUE(rasterizer->upload(background(), std::move(assets)));
  double squares = 0, count = 0;
  for (int k = 0; k < kMirrorViews; ++k) {
    TrainingView& view = data.views[static_cast<std::size_t>(k)];
    view.actors[0].map_from_actor = box_pose(k, hidden);
    const std::vector<uint16_t> regions = actor_regions(view, data.actors);
    std::vector<SplatImage> images;
    for (const uint32_t asset : {0u, 1u}) {
      const SplatInstance instance{.asset = asset, .map_from_asset = box_pose(k, hidden)};
      const RenderView camera{
          .camera = view.camera, .map_from_camera = view.map_from_camera, .instances = {&instance, 1}};
      images.push_back(rasterizer->render({&camera, 1}, {}).value()[0]);
    }
    for (std::size_t i = 0; i < images[0].rgb8.size(); ++i) {
      if (regions[i / 3] == kNoActor) continue;
      squares += std::pow((int{images[0].rgb8[i]} - int{images[1].rgb8[i]}) / 255.0, 2), count += 1;
    }
  }
  return -10 * std::log10(std::max(squares / count, 1e-9));
}

TEST(MirroredActors, MirroringTwiceChangesNoBit) {
  const GaussianCloud before = splat::testing::random_cloud(40, 3, 3, -1);
  GaussianCloud cloud = copy_of(before.view()).value();
  for (int turn = 0; turn < 2; ++turn) {
    for (std::size_t i = 0; i < cloud.size(); ++i) mirror_gaussian(cloud.view(), i);
    EXPECT_EQ(same_bits(cloud, before), turn == 1);
  }
}

// A mirrored cloud seen by a mirrored camera gives the mirrored image: means, rotations and SH of degree 3.
TEST(MirroredActors, AMirroredCameraSeesTheMirroredImage) {
  const GaussianCloud cloud = splat::testing::random_cloud(60, 3, 3, -1.4);
  GaussianCloud mirrored = copy_of(cloud.view()).value();
  for (std::size_t i = 0; i < cloud.size(); ++i) mirror_gaussian(mirrored.view(), i);
  RenderView view = splat::testing::simple_view(64, 48, 50), other = view;
  view.map_from_camera = {Quaterniond::from_axis_angle({1, 0.3, -0.2}, 0.2), {0.3, -0.4, -2}};
  const Quaterniond q = view.map_from_camera.rotation;
  // Camera rows are y in this map: the reflection of the map is one of the rows, about the middle row 23.5.
  other.map_from_camera = {{-q.x, q.y, -q.z, q.w}, {0.3, 0.4, -2}};
  view.camera.cy = other.camera.cy = 23.5;
  const auto image_of = [](const GaussianCloud& shown, const RenderView& from) {
    auto rasterizer = make_rasterizer(Backend::cpu).value();
    EXPECT_TRUE(rasterizer->upload(copy_of(shown.view()).value()));
    return rasterizer->render({&from, 1}, {}).value()[0].rgb8;
  };
  const std::vector<uint8_t> a = image_of(cloud, view), b = image_of(mirrored, other);
  int most = 0, brightest = 0;
  for (std::size_t y = 0; y < 48; ++y) {
    for (std::size_t x = 0; x < 3 * 64; ++x) {
      most = std::max(most, std::abs(int{a[y * 192 + x]} - int{b[(47 - y) * 192 + x]}));
      brightest = std::max(brightest, int{a[y * 192 + x]});
    }
  }
  EXPECT_LE(most, 1);
  EXPECT_GT(brightest, 100);
}

TEST(MirroredActors, TheHiddenSideIsTheOneThatNoTrainedViewShows) {
  const GaussianCloud truth = symmetric_box();
  TrainingData data = scene_of(truth, start_of(truth, 0, 0.01));
  EXPECT_EQ(mirror_gates(data)[0].side, 1);
  for (int k = 0; k < kMirrorViews; ++k) {
    data.views[static_cast<std::size_t>(k)].actors[0].map_from_actor = box_pose(k, true);
  }
  EXPECT_EQ(mirror_gates(data)[0].side, -1);
  for (int k = 0; k < kMirrorViews; k += 2) {  // both sides
    data.views[static_cast<std::size_t>(k)].actors[0].map_from_actor = box_pose(k, false);
  }
  EXPECT_EQ(mirror_gates(data)[0].side, 0);
  data = scene_of(truth, start_of(truth, 0, 0.01));
  data.actors[0].mirrored = false;
  EXPECT_EQ(mirror_gates(data)[0].side, 0);
  for (TrainingView& view : data.views) view.held_out = true;
  data.actors[0].mirrored = true;
  EXPECT_EQ(mirror_gates(data)[0].side, 0);
}

// Without its mirror image the hidden side gets worse than it was painted: it only gets the small gradients that pass
// through the seen side.
TEST(MirroredActors, TheHiddenSideGetsBetterAndTheSeenOneStays) {
  const GaussianCloud truth = symmetric_box();
  const TrainingData data = scene_of(truth, start_of(truth, 0.8, 0.3));
  const Trainer with = trained_box(data, true, 400), without = trained_box(data, false, 400);
  const auto psnr = [&](const CloudView& cloud, bool hidden) { return side_psnr(data, truth, cloud, hidden); };
  const CloudView start = data.actors[0].painted->view();
  const CloudView a = with.state().actors[0].cloud.view(), b = without.state().actors[0].cloud.view();
  EXPECT_GT(psnr(a, true), psnr(b, true) + 4);
  EXPECT_GT(psnr(a, true), psnr(start, true) + 1);
  EXPECT_GT(psnr(a, false), psnr(b, false) - 1);
  EXPECT_LT(psnr(b, true), psnr(start, true));
  ::testing::Test::RecordProperty("hidden_with", std::to_string(psnr(a, true)));
  ::testing::Test::RecordProperty("hidden_without", std::to_string(psnr(b, true)));
  ::testing::Test::RecordProperty("seen_with", std::to_string(psnr(a, false)));
  ::testing::Test::RecordProperty("seen_without", std::to_string(psnr(b, false)));
}

// An actor that nothing mirrors gives the same bytes with and without the option.
TEST(MirroredActors, OtherActorsStayAsTheyWere) {
  const GaussianCloud truth = symmetric_box();
  TrainingData data = scene_of(truth, start_of(truth, 0, 0.01));
  data.actors[0].mirrored = false;
  const Trainer with = trained_box(data, true, 20), without = trained_box(data, false, 20);
  EXPECT_TRUE(same_bits(with.state().actors[0].cloud, without.state().actors[0].cloud));
  EXPECT_TRUE(same_bits(with.state().cloud, without.state().cloud));
}

TEST(MirroredActors, SameBytesWhateverTheNumberOfThreads) {
  const GaussianCloud truth = symmetric_box();
  const TrainingData data = scene_of(truth, start_of(truth, 0, 0.01));
  const auto run = [&](int threads) {
    const ScopedThreadCount scope(threads);
    return copy_of(trained_box(data, true, 40).state()).value();
  };
  const TrainingState a = run(1), b = run(3);
  EXPECT_TRUE(same_bits(a.cloud, b.cloud));
  EXPECT_TRUE(same_bits(a.actors[0].cloud, b.actors[0].cloud));
}

}  // namespace
}  // namespace gs::splat::train
