// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Instances of assets: like a cloud moved to their pose, whatever the camera, its shutter and the number of threads.
#include "gs/splat/api/instance.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "gs/core/parallel.h"
#include "gs/splat/factory.h"
#include "gs/splat/model/transform.h"
#include "gs/splat/testing/reference_renderer.h"

namespace gs::splat {
namespace {

using testing::random_cloud;
using testing::simple_view;

constexpr RenderSettings kAllPlanes{.alpha = true, .depth = true};

// A vehicle-sized cloud around the origin of its frame.
GaussianCloud asset(std::size_t count, int sh_degree, uint64_t seed) {
  GaussianCloud cloud = random_cloud(count, sh_degree, seed, -2.5);
  const MutableCloudView v = cloud.view();
  for (std::size_t i = 0; i < count; ++i) {
    v.set_position(i, {v.position[0][i] * 0.3f, v.position[1][i] * 0.15f, (v.position[2][i] - 4.5f) * 0.3f});
  }
  return cloud;
}

const Rigid3d kPose{rotation_from_vector({0.3, -1.1, 0.2}), {0.4, -0.3, 4.0}};

std::unique_ptr<Rasterizer> scene(GaussianCloud background, std::vector<GaussianCloud> assets) {
  auto rasterizer = make_rasterizer(Backend::cpu).value();
  EXPECT_TRUE(rasterizer->upload(std::move(background), std::move(assets)));
  return rasterizer;
}
std::vector<GaussianCloud> one(GaussianCloud cloud) {
  std::vector<GaussianCloud> list;
  list.push_back(std::move(cloud));
  return list;
}
SplatImage picture(Rasterizer& rasterizer, const RenderView& view) {
  auto images = rasterizer.render({&view, 1}, kAllPlanes);
  EXPECT_TRUE(images) << to_string(images.error());
  return std::move(images->front());
}

// The cloud with the moved asset behind it.
GaussianCloud merged(const GaussianCloud& background, const GaussianCloud& asset, const Rigid3d& pose) {
  GaussianCloud moved = copy_of(asset.view()).value();
  transform(moved.view(), pose);
  GaussianCloud all = GaussianCloud::create(background.size() + moved.size(), background.sh_degree()).value();
  const auto append = [&](CloudView from, std::size_t first) {
    const MutableCloudView to = all.view();
    for (std::size_t i = 0; i < from.size; ++i) {
      to.set_position(first + i, from.position_of(i));
      to.set_log_scale(first + i, from.log_scale_of(i));
      to.set_rotation(first + i, from.rotation_of(i));
      to.opacity_logit[first + i] = from.opacity_logit[i];
      for (int k = 0; k < 3 * from.coefficients(); ++k) to.sh_of(first + i)[k] = from.sh_of(i)[k];
    }
  };
  append(background.view(), 0);
  append(std::as_const(moved).view(), background.size());
  return all;
}

// Largest difference of bytes, and share of bytes that differ by more than one.
struct Difference {
  int largest = 0;
  double share = 0;
};
Difference difference(const SplatImage& a, const SplatImage& b) {
  Difference d;
  EXPECT_EQ(a.rgb8.size(), b.rgb8.size());
  for (std::size_t i = 0; i < a.rgb8.size(); ++i) {
    const int by = std::abs(int{a.rgb8[i]} - int{b.rgb8[i]});
    d.largest = std::max(d.largest, by);
    d.share += by > 1;
  }
  d.share /= static_cast<double>(a.rgb8.size());
  return d;
}
void expect_alike(const SplatImage& a, const SplatImage& b) {
  const Difference d = difference(a, b);
  EXPECT_LE(d.largest, 3);
  EXPECT_LT(d.share, 1e-3);
}

TEST(Instances, AreTheAssetMovedToItsPoseWithItsColoursTurned) {
  for (int degree = 0; degree <= 3; ++degree) {
    const GaussianCloud background = random_cloud(500, degree, 1), vehicle = asset(2000, degree, 2);
    RenderView view = simple_view(160, 120, 130);
    view.map_from_camera = {rotation_from_vector({0.05, -0.1, 0.02}), {0.3, 0.1, -0.5}};
    auto plain = scene(merged(background, vehicle, kPose), {});
    auto instanced = scene(copy_of(background.view()).value(), one(copy_of(vehicle.view()).value()));
    const SplatInstance instance{.map_from_asset = kPose};
    const SplatImage without = picture(*instanced, view);
    view.instances = {&instance, 1};
    const SplatImage with = picture(*instanced, view);
    view.instances = {};
    expect_alike(with, picture(*plain, view));
    EXPECT_GT(difference(with, without).share, 0.05) << "the instance is not in the image";
  }
}

TEST(Instances, OfAFisheyeCamera) {
  const GaussianCloud background = random_cloud(2000, 1, 3), vehicle = asset(2000, 1, 4);
  RenderView view = simple_view(160, 120, 60);
  view.camera.lens = Lens::equidistant;
  view.camera = with_limits(view.camera);
  auto plain = scene(merged(background, vehicle, kPose), {});
  auto instanced = scene(copy_of(background.view()).value(), one(copy_of(vehicle.view()).value()));
  const SplatImage expected = picture(*plain, view);
  const SplatInstance instance{.map_from_asset = kPose};
  view.instances = {&instance, 1};
  expect_alike(picture(*instanced, view), expected);
}

// A camera that drives past a standing vehicle sees what a standing camera sees of a vehicle that drives past it.
TEST(Instances, MoveDuringTheReadout) {
  const Rigid3d last{rotation_from_vector({0.02, 0.05, -0.03}), {0.3, 0.1, 0.2}};  // of the camera
  auto rasterizer = scene(GaussianCloud(), one(asset(3000, 2, 5)));
  for (const ShutterScan scan : {ShutterScan::down, ShutterScan::left}) {
    RenderView driving = simple_view(160, 120, 130), standing = driving;
    driving.rolling_shutter = {.direction = scan, .map_from_camera_last = last};
    standing.rolling_shutter = {.direction = scan};
    const SplatInstance stands{.map_from_asset = kPose};
    const SplatInstance drives{.map_from_asset = kPose, .motion = InstanceMotion{kPose, last.inverse() * kPose}};
    driving.instances = {&stands, 1}, standing.instances = {&drives, 1};
    const SplatImage image = picture(*rasterizer, standing);
    expect_alike(image, picture(*rasterizer, driving));
    standing.instances = {&stands, 1};
    EXPECT_GT(difference(image, picture(*rasterizer, standing)).share, 0.05) << "the motion is not in the image";
  }
}

// Colours belong to the asset: seen from the same side, it looks the same wherever it stands.
TEST(Instances, LookTheSameFromTheSameSide) {
  auto rasterizer = scene(GaussianCloud(), one(asset(2000, 3, 6)));
  const Rigid3d camera{rotation_from_vector({0.1, 0.2, -0.3}), {0.2, 0.1, -4.0}};
  const Rigid3d elsewhere{rotation_from_vector({0.0, 0.0, 2.0}), {20.0, -7.0, 1.0}};
  RenderView view = simple_view(160, 120, 130);
  const SplatInstance here{}, there{.map_from_asset = elsewhere};
  view.map_from_camera = camera;
  view.instances = {&here, 1};
  const SplatImage first = picture(*rasterizer, view);
  view.map_from_camera = elsewhere * camera;
  view.instances = {&there, 1};
  expect_alike(picture(*rasterizer, view), first);
}

TEST(Instances, ThatAreNotSeenChangeNoByte) {
  auto rasterizer = scene(random_cloud(3000, 1, 7), one(asset(500, 1, 8)));
  RenderView view = simple_view(160, 120, 130);
  const SplatImage alone = picture(*rasterizer, view);
  const SplatInstance behind{.map_from_asset = {{}, {0, 0, -10}}}, aside{.map_from_asset = {{}, {80, 0, 10}}};
  for (const SplatInstance& instance : {behind, aside}) {
    view.instances = {&instance, 1};
    const SplatImage with = picture(*rasterizer, view);
    EXPECT_EQ(with.rgb8, alone.rgb8);
    EXPECT_EQ(with.depth, alone.depth);
  }
}

// Six of one asset in a row: nearer ones hide farther ones, whatever their order in the list.
TEST(Instances, HideEachOtherByDepth) {
  std::vector<GaussianCloud> walls;
  for (const float grey : {1.0f, 0.0f}) {
    GaussianCloud wall = GaussianCloud::create(1, 0).value();
    wall.view().set_position(0, {});
    wall.view().set_log_scale(0, {0, 0, -5});
    wall.view().set_rotation(0, {});
    wall.view().opacity_logit[0] = 20;
    for (int c = 0; c < 3; ++c) wall.view().sh_of(0)[c] = (grey - 0.5f) / 0.28209479f;
    walls.push_back(std::move(wall));
  }
  auto rasterizer = scene(GaussianCloud(), std::move(walls));
  const SplatInstance white{.asset = 0, .map_from_asset = {{}, {0, 0, 2}}};
  const SplatInstance black{.asset = 1, .map_from_asset = {{}, {0, 0, 5}}};
  RenderView view = simple_view(21, 21, 20);
  for (const auto& order : {std::array{white, black}, std::array{black, white}}) {
    view.instances = order;
    const SplatImage image = picture(*rasterizer, view);
    EXPECT_EQ(image.rgb8[3 * (10 * 21 + 10)], 252);  // alpha is at most 0.99
    EXPECT_NEAR(image.median_depth[10 * 21 + 10], 2.0f, 1e-6f);
  }
}

TEST(Instances, GiveTheSameBytesForAnyNumberOfThreads) {
  auto rasterizer = scene(random_cloud(20'000, 1, 9), one(asset(5000, 1, 10)));
  std::vector<SplatInstance> many;
  for (int i = 0; i < 12; ++i) many.push_back({.map_from_asset = {kPose.rotation, {0.5 * i - 3, 0.1 * i, 4.0 + i}}});
  RenderView view = simple_view(320, 200, 200);
  view.instances = many;
  std::vector<uint8_t> expected;
  for (const int threads : {1, 2, 16}) {
    const ScopedThreadCount count(threads);
    const SplatImage image = picture(*rasterizer, view);
    if (expected.empty()) expected = image.rgb8;
    EXPECT_EQ(image.rgb8, expected) << threads;
  }
}

TEST(Instances, OfUnknownAssetsOrImpossiblePosesAreRefused) {
  auto rasterizer = scene(random_cloud(100, 0, 11), one(asset(10, 0, 12)));
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  SplatInstance unknown{.asset = 1}, nowhere{}, no_rotation{}, bad_motion{};
  nowhere.map_from_asset.translation.x = kNan;
  no_rotation.map_from_asset.rotation = {0, 0, 0, 0};
  bad_motion.motion = InstanceMotion{{}, {{}, {0, kNan, 0}}};
  for (const SplatInstance& instance : {unknown, nowhere, no_rotation, bad_motion}) {
    RenderView view = simple_view(32, 32, 30);
    view.rolling_shutter = RollingShutterMotion{};
    view.instances = {&instance, 1};
    const auto refused = rasterizer->render({&view, 1}, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
  }
}

// Values that are not finite hide one splat, not the asset.
TEST(Instances, ShowTheRestOfADamagedAsset) {
  GaussianCloud damaged = asset(2000, 0, 13);
  damaged.view().set_position(7, {std::numeric_limits<float>::infinity(), 0, 0});
  damaged.view().log_scale[0][8] = std::numeric_limits<float>::quiet_NaN();
  GaussianCloud kept = copy_of(damaged.view()).value();
  for (const std::size_t i : {7u, 8u}) {
    kept.view().set_position(i, {});
    kept.view().set_log_scale(i, {});
    kept.view().opacity_logit[i] = -30;
  }
  RenderView view = simple_view(160, 120, 130);
  const SplatInstance instance{.map_from_asset = kPose};
  view.instances = {&instance, 1};
  const SplatImage image = picture(*scene(GaussianCloud(), one(std::move(damaged))), view);
  EXPECT_EQ(image.rgb8, picture(*scene(GaussianCloud(), one(std::move(kept))), view).rgb8);
  EXPECT_GT(*std::max_element(image.alpha.begin(), image.alpha.end()), 0.5f);
}

}  // namespace
}  // namespace gs::splat
