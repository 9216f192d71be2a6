// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The view of a bundle's camera: shutter, poses and axis conventions.
#include "gs/render/camera_view.h"

#include <gtest/gtest.h>

#include "gs/splat/factory.h"

namespace gs::render {
namespace {

constexpr int kWidth = 120, kHeight = 90;
constexpr double kFocal = 100, kDistance = 5;  // [px], [m] from the camera to the bars of a test scene

// Pinhole camera at base_link whose optical axes are those of base_link: it looks along +z of the map.
world::CameraCalibration camera() {
  world::CameraCalibration c;
  c.id = "front";
  c.intrinsics = {.frame_id = "camera_front", .width = kWidth, .height = kHeight, .fx = kFocal, .fy = kFocal};
  c.intrinsics.cx = 0.5 * (kWidth - 1), c.intrinsics.cy = 0.5 * (kHeight - 1);
  return c;
}

world::CameraCalibration rolling(world::ShutterDirection direction, double readout_sec) {
  world::CameraCalibration c = camera();
  c.rolling_shutter = world::RollingShutter{.direction = direction, .readout_sec = readout_sec};
  return c;
}

// Drives along x at 10 m/s.
Rigid3d driving(Timestamp t) { return {{}, {10 * t.seconds(), 0, 0}}; }

TEST(CameraView, EveryShutterDirectionKeepsItsName) {
  EXPECT_EQ(scan_of(world::ShutterDirection::down), splat::ShutterScan::down);
  EXPECT_EQ(scan_of(world::ShutterDirection::up), splat::ShutterScan::up);
  EXPECT_EQ(scan_of(world::ShutterDirection::right), splat::ShutterScan::right);
  EXPECT_EQ(scan_of(world::ShutterDirection::left), splat::ShutterScan::left);
}

TEST(CameraView, AGlobalShutterNeedsOnlyThePoseOfTheStamp) {
  world::CameraCalibration mounted = camera();
  mounted.extrinsics.transform = {Quaterniond::from_axis_angle({0, 0, 1}, 0.3), {1, 2, 3}};
  std::vector<Timestamp> asked;
  const splat::RenderView view = view_of(mounted, Timestamp::from_seconds(2), [&](Timestamp t) {
    asked.push_back(t);
    return driving(t);
  });
  EXPECT_EQ(asked, std::vector{Timestamp::from_seconds(2)});
  EXPECT_FALSE(view.rolling_shutter);
  EXPECT_NEAR(norm(view.map_from_camera.translation - Vec3d{21, 2, 3}), 0, 1e-12);
  EXPECT_EQ(view.map_from_camera.rotation, mounted.extrinsics.transform.rotation);
  EXPECT_EQ(view.camera.width, kWidth);
}

TEST(CameraView, ARollingShutterTakesThePosesOfTheFirstAndTheLastLine) {
  std::vector<Timestamp> asked;
  const splat::RenderView view =
      view_of(rolling(world::ShutterDirection::left, 0.02), Timestamp::from_seconds(2), [&](Timestamp t) {
        asked.push_back(t);
        return driving(t);
      });
  EXPECT_EQ(asked, (std::vector{Timestamp::from_seconds(2), Timestamp::from_seconds(2.02)}));
  ASSERT_TRUE(view.rolling_shutter);
  EXPECT_EQ(view.rolling_shutter->direction, splat::ShutterScan::left);
  EXPECT_EQ(view.rolling_shutter->map_from_camera_first, view.map_from_camera);
  EXPECT_NEAR(view.rolling_shutter->map_from_camera_first.translation.x, 20.0, 1e-9);
  EXPECT_NEAR(view.rolling_shutter->map_from_camera_last.translation.x, 20.2, 1e-9);
}

// The ros axes of a camera (x right, y up, z backward) are its optical axes rotated by 180 degrees about x.
TEST(CameraView, BothCameraConventionsGiveTheSameView) {
  world::CameraCalibration opencv = rolling(world::ShutterDirection::down, 0.02);
  opencv.extrinsics.transform = {Quaterniond::from_axis_angle({0, 1, 0}, 0.4), {1, 2, 3}};
  world::CameraCalibration ros = opencv;
  ros.convention = world::CameraConvention::ros;
  ros.extrinsics.transform.rotation = opencv.extrinsics.transform.rotation * Quaterniond{1, 0, 0, 0};
  const splat::RenderView a = view_of(opencv, {}, driving), b = view_of(ros, {}, driving);
  for (const Vec3d point : {Vec3d{0, 0, 1}, Vec3d{1, 0, 0}, Vec3d{0, 1, 0}}) {
    EXPECT_NEAR(norm(a.map_from_camera * point - b.map_from_camera * point), 0, 1e-12);
    EXPECT_NEAR(norm(a.rolling_shutter->map_from_camera_last * point - b.rolling_shutter->map_from_camera_last * point),
                0, 1e-12);
  }
}

// White Gaussians in a straight bar at kDistance in front of the camera, longer than the image. `along` is 0 for a bar
// along the image's x axis and 1 for one along y.
splat::GaussianCloud bar(int along) {
  constexpr int kCount = 301;
  splat::GaussianCloud cloud = splat::GaussianCloud::create(kCount, 0).value();
  const splat::MutableCloudView view = cloud.view();
  for (std::size_t i = 0; i < kCount; ++i) {
    const float s = 0.03f * (static_cast<float>(i) - kCount / 2);
    view.set_position(i, along == 0 ? Vec3f{s, 0, kDistance} : Vec3f{0, s, kDistance});
    view.set_log_scale(i, {-3.5f, -3.5f, -3.5f});
    view.set_rotation(i, {0, 0, 0, 1});
    view.opacity_logit[i] = 4;
    for (int c = 0; c < 3; ++c) view.sh_of(i)[c] = 1.7f;
  }
  return cloud;
}

// Position of the bar in one image line [px], the mean of its columns (rows) weighted with brightness.
double bar_position(const splat::SplatImage& image, bool line_is_row, int line) {
  double sum = 0, weighted = 0;
  for (int k = 0; k < (line_is_row ? kWidth : kHeight); ++k) {
    const int pixel = line_is_row ? line * kWidth + k : k * kWidth + line;
    const double value = image.rgb8[static_cast<std::size_t>(3 * pixel)];
    sum += value, weighted += value * k;
  }
  return weighted / sum;
}

// The camera moves across a bar during the readout, by 20 pixels. Each line must show the bar where the camera saw it
// at the time of that line: the first line read at the first pose, the last line at the last pose, linear in between.
TEST(CameraView, LinesSeeThePosesInTheOrderOfTheReadout) {
  auto rasterizer = splat::make_rasterizer(Backend::cpu);
  ASSERT_TRUE(rasterizer);
  for (const auto direction : {world::ShutterDirection::down, world::ShutterDirection::up,
                               world::ShutterDirection::right, world::ShutterDirection::left}) {
    const bool rows = direction == world::ShutterDirection::down || direction == world::ShutterDirection::up;
    const bool reversed = direction == world::ShutterDirection::up || direction == world::ShutterDirection::left;
    const auto across = [](Timestamp t) { return 10 * (t.seconds() - 0.05); };  // [m] -0.5 to 0.5 in 0.1 s
    const splat::RenderView view = view_of(rolling(direction, 0.1), {}, [&](Timestamp t) {
      return Rigid3d{{}, rows ? Vec3d{across(t), 0, 0} : Vec3d{0, across(t), 0}};
    });
    ASSERT_TRUE((*rasterizer)->upload(bar(rows ? 1 : 0)));
    const auto images = (*rasterizer)->render({&view, 1}, {});
    ASSERT_TRUE(images);
    const int lines = rows ? kHeight : kWidth;
    const double center = 0.5 * ((rows ? kWidth : kHeight) - 1);
    for (int line = 0; line < lines; line += 3) {
      const double done = (line + 0.5) / lines, read = reversed ? 1 - done : done;
      const double camera_m = across(Timestamp::from_seconds(0.1 * read));
      EXPECT_NEAR(bar_position(images->front(), rows, line), center - kFocal * camera_m / kDistance, 0.3)
          << "direction " << static_cast<int>(direction) << ", line " << line;
    }
  }
}

}  // namespace
}  // namespace gs::render
