// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Camera images of a step: rendered together, failures reported, rolling shutter at the stamp.
#include "gs/sim/sensors/camera_renderer.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace gs::sim {
namespace {

// Fake rasterizer: records the views it gets; fills each view with its own grey value, or fails.
class FakeRasterizer final : public splat::Rasterizer {
 public:
  struct Log {
    std::vector<std::vector<splat::RenderView>> calls;
    bool fails = false;
    std::size_t missing_bytes = 0;
  };
  explicit FakeRasterizer(Log& log) : log_(log) {}
  std::string name() const override { return "fake"; }
  Result<void> upload(splat::GaussianCloud, std::vector<splat::GaussianCloud>, std::vector<uint8_t>) override {
    return {};
  }
  Result<void> set_sky(splat::SkyImage) override { return {}; }
  Result<std::vector<splat::SplatImage>> render(std::span<const splat::RenderView> views,
                                                const splat::RenderSettings&) override {
    log_.calls.emplace_back(views.begin(), views.end());
    if (log_.fails) return fail(ErrorCode::internal, "out of paint");
    std::vector<splat::SplatImage> images;
    for (const splat::RenderView& view : views) {
      splat::SplatImage& image = images.emplace_back();
      image.width = view.camera.width, image.height = view.camera.height;
      const auto gray = static_cast<uint8_t>(10 * log_.calls.size() + images.size());
      image.rgb8.assign(static_cast<std::size_t>(3 * image.width * image.height) - log_.missing_bytes, gray);
    }
    return images;
  }

 private:
  Log& log_;
};

world::CameraCalibration camera(const char* id, int width) {
  world::CameraCalibration c;
  c.id = id;
  c.intrinsics = {.frame_id = id, .width = width, .height = 4, .fx = 5, .fy = 5, .cx = 3, .cy = 2};
  c.extrinsics.transform = {{}, {1, 0, 1.5}};
  return c;
}

Rigid3d moving(Timestamp t) { return {{}, {10 * t.seconds(), 0, 0}}; }

TEST(CameraRenderer, CamerasOfATickAreRenderedTogether) {
  FakeRasterizer::Log log;
  CameraRenderer renderer(std::make_unique<FakeRasterizer>(log), {});
  const world::CameraCalibration left = camera("left", 6), right = camera("right", 8);
  Notices notices;
  const auto images =
      renderer.render({{&left, Timestamp::from_seconds(2)}, {&right, Timestamp::from_seconds(2)}}, moving, notices);
  ASSERT_EQ(images.size(), 2u);
  EXPECT_EQ(log.calls.size(), 1u);
  EXPECT_EQ(images[0].camera_id, "left");
  EXPECT_EQ(images[1].width, 8);
  EXPECT_EQ(images[1].data, std::vector<uint8_t>(3 * 8 * 4, 12));
  EXPECT_EQ(images[1].stamp, Timestamp::from_seconds(2));
  EXPECT_NEAR(log.calls[0][0].map_from_camera.translation.x, 21.0, 1e-12);
  EXPECT_FALSE(log.calls[0][0].rolling_shutter);
  EXPECT_TRUE(notices.empty());
}

TEST(CameraRenderer, AFailureRepeatsTheLastImageAndIsReported) {
  FakeRasterizer::Log log;
  CameraRenderer renderer(std::make_unique<FakeRasterizer>(log), {});
  const world::CameraCalibration front = camera("front", 6);
  Notices notices;
  log.fails = true;  // before any frame: black
  auto images = renderer.render({{&front, Timestamp::from_seconds(0)}}, moving, notices);
  EXPECT_EQ(images.at(0).data, std::vector<uint8_t>(3 * 6 * 4, 0));
  log.fails = false;
  const auto good = renderer.render({{&front, Timestamp::from_seconds(1)}}, moving, notices);
  log.fails = true;
  images = renderer.render({{&front, Timestamp::from_seconds(2)}}, moving, notices);
  EXPECT_EQ(images.at(0).data, good.at(0).data);
  EXPECT_EQ(images.at(0).stamp, Timestamp::from_seconds(2));
  ASSERT_EQ(notices.size(), 2u);
  EXPECT_EQ(notices[0].level, NoticeLevel::error);
  EXPECT_EQ(notices[0].text, "[CameraRenderer] RENDER_FAILED: out of paint; the last image is repeated");
}

TEST(CameraRenderer, ARollingShutterBeginsAtTheStamp) {
  FakeRasterizer::Log log;
  CameraRenderer renderer(std::make_unique<FakeRasterizer>(log), {});
  world::CameraCalibration front = camera("front", 6);
  front.rolling_shutter = world::RollingShutter{.direction = world::ShutterDirection::up, .readout_sec = 0.02};
  Notices notices;
  renderer.render({{&front, Timestamp::from_seconds(2)}}, moving, notices);
  const auto& motion = log.calls.at(0).at(0).rolling_shutter;
  ASSERT_TRUE(motion);
  EXPECT_EQ(motion->direction, splat::ShutterScan::up);
  EXPECT_NEAR(motion->map_from_camera_first.translation.x, 1 + 20.0, 1e-9);  // the stamp is the first row's
  EXPECT_NEAR(motion->map_from_camera_last.translation.x, 1 + 20.2, 1e-9);
}

TEST(CameraRenderer, AnImageOfTheWrongSizeIsReportedAndTheLastImageRepeated) {
  FakeRasterizer::Log log;
  CameraRenderer renderer(std::make_unique<FakeRasterizer>(log), {});
  const world::CameraCalibration front = camera("front", 6);
  Notices notices;
  const auto good = renderer.render({{&front, Timestamp::from_seconds(0)}}, moving, notices);
  log.missing_bytes = 5;
  const auto bad = renderer.render({{&front, Timestamp::from_seconds(1)}}, moving, notices);
  EXPECT_EQ(bad.at(0).data, good.at(0).data);
  ASSERT_EQ(notices.size(), 1u);
  EXPECT_EQ(notices[0].level, NoticeLevel::error);
  EXPECT_EQ(
      notices[0].text,
      "[CameraRenderer] INVALID_IMAGE_SIZE: camera front: 67 bytes, expected width 6 x height 4 x 3 = 72; the last "
      "image is repeated");
}

}  // namespace
}  // namespace gs::sim
