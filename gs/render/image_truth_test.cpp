// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Depth and motion of images against closed forms: a wall, an object that moves sideways, a camera that drives and
// turns, and rolling shutters.
#include "gs/render/image_truth.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "gs/core/parallel.h"
#include "gs/splat/factory.h"
#include "gs/splat/planes/rays.h"

namespace gs::render {
namespace {

constexpr int kColumns = 60, kRows = 40;
constexpr double kFocal_px = 50;

CameraD pinhole() {
  CameraD camera;
  camera.width = kColumns, camera.height = kRows;
  camera.fx = camera.fy = kFocal_px;
  camera.cx = 0.5 * (kColumns - 1), camera.cy = 0.5 * (kRows - 1);
  return with_limits(camera);
}
CameraD fisheye(double focal) {
  CameraD camera = pinhole();
  camera.lens = Lens::equidistant;
  camera.fx = camera.fy = focal;
  return with_limits(camera);
}

// An image in which every pixel shows a point at this depth, of one object.
splat::SplatImage flat(float depth, uint16_t instance) {
  splat::SplatImage image{.width = kColumns, .height = kRows};
  image.median_depth.assign(std::size_t{kColumns} * kRows, depth);
  image.instance.assign(image.median_depth.size(), instance);
  return image;
}
Vec2d motion_at(const std::vector<float>& motion, int x, int y) {
  const auto i = 2 * static_cast<std::size_t>(y * kColumns + x);
  return {motion[i], motion[i + 1]};
}

// Opaque Gaussians in the plane z = 10 m, and an asset: an opaque square of 2 x 2 m.
std::unique_ptr<splat::Rasterizer> wall_and_square() {
  const auto plane = [](int count, double step, double depth) {
    splat::GaussianCloud cloud = splat::GaussianCloud::create(static_cast<std::size_t>(count * count), 0).value();
    for (int i = 0; i < count * count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      splat::clear_gaussian(cloud.view(), k);
      const double x = step * (i % count - 0.5 * (count - 1)), y = step * (i / count - 0.5 * (count - 1));
      cloud.view().set_position(k, cast<float>(Vec3d{x, y, depth}));
      const auto size = static_cast<float>(std::log(0.5 * step));
      cloud.view().set_log_scale(k, {size, size, -7});
      cloud.view().set_rotation(k, {0, 0, 0, 1});
      cloud.view().opacity_logit[k] = 8;
    }
    return cloud;
  };
  auto rasterizer = splat::make_rasterizer(Backend::cpu).value();
  std::vector<splat::GaussianCloud> assets;
  assets.push_back(plane(21, 0.1, 0));
  EXPECT_TRUE(rasterizer->upload(plane(60, 0.5, 10), std::move(assets)));
  return rasterizer;
}

// A wall at 10 m, and at 5 m a square that moves to the right with 1 m/s, in images of 10 Hz.
TEST(ImageTruth, OfAWallAndASquareThatMovesSideways) {
  const auto rasterizer = wall_and_square();
  splat::RenderView now{.camera = pinhole()}, before = now;
  const splat::SplatInstance here{.map_from_asset = {{}, {0.1, 0, 5}}}, there{.map_from_asset = {{}, {0, 0, 5}}};
  now.instances = {&here, 1}, before.instances = {&there, 1};
  const auto images = rasterizer->render({&now, 1}, {.depth = true, .instance = true});
  ASSERT_TRUE(images);
  const std::vector<Vec3f> rays = splat::pixel_rays(now.camera);
  const auto depth = axial_depth(now.camera, rays, images->front().median_depth);
  const auto motion = image_motion(images->front(), rays, now, before);
  std::size_t square = 0;
  for (int y = 0; y < kRows; ++y) {
    for (int x = 0; x < kColumns; ++x) {
      const auto i = static_cast<std::size_t>(y * kColumns + x);
      const bool moves = images->front().instance[i] == 1;
      square += moves;
      EXPECT_NEAR(depth[i], moves ? 5 : 10, 1e-4);
      EXPECT_NEAR(motion_at(motion, x, y).x, moves ? kFocal_px * 0.1 / 5 : 0, 1e-3);
      EXPECT_NEAR(motion_at(motion, x, y).y, 0, 1e-3);
    }
  }
  EXPECT_NEAR(static_cast<double>(square), 21 * 21, 45);  // 2.1 m at 10 px/m
}

// A camera that drives towards a wall: pixels move away from the centre by (x - cx) step / (depth + step).
TEST(ImageTruth, MotionOfACameraThatDrivesAndTurns) {
  const std::vector<Vec3f> rays = splat::pixel_rays(pinhole());
  splat::RenderView now{.camera = pinhole(), .map_from_camera = {{}, {0, 0, 1}}}, before{.camera = pinhole()};
  const auto forwards = image_motion(flat(9, 0), rays, now, before);
  for (const int x : {0, 17, 59}) EXPECT_NEAR(motion_at(forwards, x, 20).x, (x - 29.5) * 0.1, 1e-3) << x;
  // It turns by 0.02 rad to the right about its vertical axis (y points down): the world moves to the left.
  now.map_from_camera = {rotation_from_vector({0, 0.02, 0}), {}};
  const auto turned = image_motion(flat(9, 0), rays, now, before);
  for (const int x : {0, 17, 59}) {
    const double then = 29.5 + kFocal_px * std::tan(std::atan((x - 29.5) / kFocal_px) + 0.02);
    EXPECT_NEAR(motion_at(turned, x, 20).x, x - then, 2e-3) << x;
  }
}

// An instance that moves with the camera stands still in the image.
TEST(ImageTruth, AnInstanceIsSeenInItsOwnFrame) {
  const Rigid3d step{rotation_from_vector({0.01, 0.2, -0.03}), {0.4, -0.1, 2}};
  const splat::SplatInstance then{.map_from_asset = {rotation_from_vector({0.5, 0, 1}), {1, 2, 7}}};
  const splat::SplatInstance with{.map_from_asset = step * then.map_from_asset};
  splat::RenderView now{.camera = pinhole(), .map_from_camera = step}, before{.camera = pinhole()};
  now.instances = {&with, 1}, before.instances = {&then, 1};
  const auto still = image_motion(flat(7, 1), splat::pixel_rays(now.camera), now, before);
  for (const float value : still) EXPECT_NEAR(value, 0, 1e-4);
}

// The rows of a camera that moves sideways with 2 m/s are read in 0.05 s. The step between the images is 0.1 s, at all
// rows, so the motion is that of a global shutter.
TEST(ImageTruth, RowsOfARollingShutter) {
  const auto view_at = [](double t) {
    const auto pose = [](double s) { return Rigid3d{{}, {2 * s, 0, 0}}; };
    return splat::RenderView{
        .camera = pinhole(),
        .map_from_camera = pose(t),
        .rolling_shutter = splat::RollingShutterMotion{splat::ShutterScan::down, pose(t), pose(t + 0.05)}};
  };
  const std::vector<Vec3f> rays = splat::pixel_rays(pinhole());
  const auto motion = image_motion(flat(4, 0), rays, view_at(0.1), view_at(0));
  for (const int y : {0, 20, 39}) EXPECT_NEAR(motion_at(motion, 30, y).x, -kFocal_px * 0.2 / 4, 1e-3) << y;
  // If it turns upwards only during the second readout, lower rows have moved farther: row r at share s of 0.03 rad.
  splat::RenderView nods = view_at(0), stood = view_at(0);
  nods.rolling_shutter->map_from_camera_first = nods.rolling_shutter->map_from_camera_last = {};
  stood = nods;
  nods.rolling_shutter->map_from_camera_last = {rotation_from_vector({0.03, 0, 0}), {}};
  const auto nodded = image_motion(flat(4, 0), rays, nods, stood);
  for (const int y : {0, 20, 39}) {
    const double share = (y + 0.5) / kRows, angle = std::atan((y - 19.5) / kFocal_px) - 0.03 * share;
    EXPECT_NEAR(motion_at(nodded, 30, y).y, y - (19.5 + kFocal_px * std::tan(angle)), 5e-3) << y;
  }
}

TEST(ImageTruth, AFisheyeHasDistancesAndPixelsOutsideItsCircleHaveNothing) {
  const CameraD camera = fisheye(15);  // 3.1 rad lie 46 px from the centre; 90 degrees at 23.6 px
  const std::vector<Vec3f> rays = splat::pixel_rays(camera);
  const splat::SplatImage image = flat(4, 0);
  const auto depth = axial_depth(camera, rays, image.median_depth);
  for (const int x : {29, 40, 50}) {
    const double angle = std::hypot(x - 29.5, 0.5) / 15;
    EXPECT_NEAR(depth[static_cast<std::size_t>(20 * kColumns + x)], 4 * std::cos(angle), 1e-4) << x;
  }
  EXPECT_TRUE(std::isnan(depth[20 * kColumns + 55]));  // behind the plane of the camera
  const splat::RenderView now{.camera = camera}, before{.camera = camera};
  EXPECT_NEAR(motion_at(image_motion(image, rays, now, before), 55, 20).x, 0, 1e-3);  // it has a motion all the same
}

TEST(ImageTruth, NothingWithoutAPointOrWithoutAnEarlierPose) {
  const std::vector<Vec3f> rays = splat::pixel_rays(pinhole());
  splat::RenderView now{.camera = pinhole()}, before = now;
  const auto all_nan = [](const std::vector<float>& values) {
    for (const float v : values) {
      if (!std::isnan(v)) return false;
    }
    return !values.empty();
  };
  EXPECT_TRUE(all_nan(axial_depth(now.camera, rays, flat(0, 0).median_depth)));
  EXPECT_TRUE(all_nan(image_motion(flat(0, 0), rays, now, before)));
  // Behind the earlier camera.
  before.map_from_camera.translation.z = 5;
  EXPECT_TRUE(all_nan(image_motion(flat(4, 0), rays, now, before)));
  // An instance that did not exist.
  before = now;
  const splat::SplatInstance shown{};
  splat::SplatInstance unknown{};
  unknown.map_from_asset.translation.x = std::numeric_limits<double>::quiet_NaN();
  now.instances = {&shown, 1}, before.instances = {&unknown, 1};
  EXPECT_TRUE(all_nan(image_motion(flat(4, 1), rays, now, before)));
  EXPECT_FALSE(all_nan(image_motion(flat(4, 0), rays, now, before)));
}

TEST(ImageTruth, IsTheSameForAnyNumberOfThreads) {
  const std::vector<Vec3f> rays = splat::pixel_rays(pinhole());
  const splat::RenderView now{.camera = pinhole(), .map_from_camera = {rotation_from_vector({0, 0.1, 0}), {0, 0, 1}}};
  std::vector<float> expected;
  for (const int threads : {1, 2, 16}) {
    const ScopedThreadCount count(threads);
    const auto motion = image_motion(flat(9, 0), rays, now, {.camera = pinhole()});
    if (expected.empty()) expected = motion;
    EXPECT_EQ(motion, expected) << threads;
  }
}

}  // namespace
}  // namespace gs::render
