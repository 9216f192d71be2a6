// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Cameras in the first two steps: damaged images, 16 bits, mosaics, video, and missing camera_info.
#include <gtest/gtest.h>

#include <cstdlib>

#include "gs/assets/image/jpeg.h"
#include "gs/builder/testing/ingest_fixture.h"
#include "gs/core/file.h"
#include "gs/core/json/json.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using testing::has_problem;
using testing::Ingest;
using testing::kSmall;

// Mean absolute difference of two images of one size.
double difference(const assets::Image& a, const assets::Image& b) {
  if (a.data.size() != b.data.size()) return 255;
  double sum = 0;
  for (std::size_t i = 0; i < a.data.size(); ++i) sum += std::abs(static_cast<int>(a.data[i]) - b.data[i]);
  return sum / static_cast<double>(a.data.size());
}

TEST_F(Ingest, BrokenCameraIsLeftOutWithAWarning) {
  DriveRecipe recipe = kSmall;
  recipe.bad_second_camera = true;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->mapping.cameras.size(), 2u);
  EXPECT_EQ(report->images, 13u);
  EXPECT_FALSE(fs::exists(out("raw_extract/images/camera_left")));
  EXPECT_GT(report->problems.count(Severity::warning), 13u);
}

TEST_F(Ingest, AnImageThatIsCutIsDroppedWithAWarning) {
  DriveRecipe recipe = kSmall;
  recipe.cut_images = 4, recipe.textured = true;  // images 3, 7 and 11 of 13
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->images, 10u);
  EXPECT_TRUE(has_problem(report->problems, "/camera/front/image_raw/compressed", "Premature end"));
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_TRUE(assets::read_jpeg(out(format("raw_extract/images/camera_front/{:010}.jpg", i)))) << i;
  }
}

// The red sample of the drive's image is 200 everywhere: in 12 bits of 16, which the high byte would make 12, and as a
// gray JPEG of a Bayer mosaic, which becomes colour.
TEST_F(Ingest, TwelveBitsAndMosaicsBecomeTheImageThatTheCameraSaw) {
  DriveRecipe recipe = kSmall;
  recipe.raw_images = recipe.mono12 = true;
  ASSERT_TRUE(run(recipe));
  const std::string first = "raw_extract/images/camera_front/0000000000.jpg";
  EXPECT_NEAR(assets::read_jpeg(out(first)).value().sample(30, 20, 0), 200, 2);

  recipe = kSmall;
  recipe.bayer_jpeg = true;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->images, 13u);
  const assets::Image image = assets::read_jpeg(out(first)).value();
  ASSERT_EQ(image.channels, 3);
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(image.sample(30, 20, c), 200, 2);
  const auto file = MappedFile::open(out(first)).value();
  EXPECT_FALSE(assets::JpegDecoder().inspect(file.bytes()).value().gray);
}

// The images of a video have the stamps of their packets, in whatever order the packets were recorded.
TEST_F(Ingest, OfAVideoGivesItsPicturesWithTheStampsOfTheirPackets) {
  for (const int b_frames : {0, 2}) {
    DriveRecipe recipe = kSmall;
    recipe.duration_s = 2, recipe.video = "libx264", recipe.video_b_frames = b_frames;
    if (!testing::can_write(recipe)) GTEST_SKIP() << "this FFmpeg has no encoder libx264";
    const auto report = run(recipe);
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_EQ(report->images, 25u);
    EXPECT_EQ(report->mapping.cameras[0].id, "front");
    EXPECT_NE(to_text(report->mapping).find("reader: video packets"), std::string::npos);
    for (const int number : {0, 1, 7, 24}) {
      const auto image = assets::read_jpeg(out(format("raw_extract/images/camera_front/{:010}.jpg", number)));
      ASSERT_TRUE(image) << number;
      const double own = difference(*image, testing::video_picture(recipe, number));
      EXPECT_LT(own, 8) << number;
      EXPECT_LT(2 * own, difference(*image, testing::video_picture(recipe, number + 1))) << number;
    }
    EXPECT_FALSE(has_problem(report->problems, "/camera/front/image_raw/ffmpeg", "packets"));
  }
}

TEST_F(Ingest, AVideoThatStartsLateOrLosesPacketsHasFewerImagesAndWarnings) {
  DriveRecipe recipe = kSmall;
  recipe.duration_s = 2.5, recipe.video = "libx264", recipe.video_from = 4, recipe.video_lost = 23;
  if (!testing::can_write(recipe)) GTEST_SKIP() << "this FFmpeg has no encoder libx264";
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  const std::string topic = "/camera/front/image_raw/ffmpeg";
  EXPECT_EQ(report->images, 14u);  // 10 to 22, and the key frame 30
  EXPECT_TRUE(has_problem(report->problems, topic, "12 of 26 packets of the video give no image"));
  EXPECT_TRUE(has_problem(report->problems, topic, "missing in 1 places"));

  recipe.video_from = 0, recipe.video_lost = -1, recipe.video_broken = 13;
  const auto broken = run(recipe);
  ASSERT_TRUE(broken) << to_text(broken.error());
  EXPECT_EQ(broken->images, 24u);
  EXPECT_TRUE(has_problem(broken->problems, topic, "1 of 31 packets were refused, the first because"));
}

// Nothing can be decoded: the camera is not used, which is said; the rest of the log is.
TEST_F(Ingest, AVideoWithoutAKeyFrameGivesNoCamera) {
  DriveRecipe recipe = kSmall;
  recipe.duration_s = 0.8, recipe.video = "libx264", recipe.video_from = 1;
  if (!testing::can_write(recipe)) GTEST_SKIP() << "this FFmpeg has no encoder libx264";
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->images, 0u);
  EXPECT_TRUE(has_problem(report->problems, "/camera/front/image_raw/ffmpeg", "camera_front has no usable frame"));
}

TEST_F(Ingest, CalibrationWithoutCameraInfoSaysSo) {
  DriveRecipe recipe = kSmall;
  recipe.camera_info = false;
  ASSERT_TRUE(run(recipe));
  const auto report = calibrate();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, BuildCode::camera_info_missing);
}

TEST_F(Ingest, OneCameraWithoutCameraInfoIsLeftOut) {
  DriveRecipe recipe = kSmall;
  recipe.cameras = 2, recipe.info_of_front_only = true;
  BuildConfig config;  // without configuration the camera would not be ingested at all
  config.topics.cameras = {{"front", "/camera/front/image_raw/compressed"},
                           {"left", "/camera/left/image_raw/compressed"}};
  ASSERT_TRUE(run(recipe, config));
  const auto report = calibrate();
  ASSERT_TRUE(report) << to_text(report.error());
  ASSERT_EQ(report->calibration.cameras.size(), 1u);
  EXPECT_EQ(report->calibration.cameras[0].id, "front");
  EXPECT_TRUE(has_problem(report->problems, "calibration.yaml", "the camera is not used"));
}

// The same without a configuration: the ingest leaves the camera out and warns, naming the topic and the next step.
TEST_F(Ingest, AFoundCameraWithoutCameraInfoIsAWarning) {
  DriveRecipe recipe = kSmall;
  recipe.cameras = 2, recipe.info_of_front_only = true;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  ASSERT_EQ(report->mapping.cameras.size(), 1u);
  const std::string topic = "/camera/left/image_raw/compressed";
  ASSERT_TRUE(has_problem(report->problems, topic, "no camera_info"));
  const auto found = std::ranges::find(report->problems.all(), topic, &Problem::file);
  EXPECT_EQ(found->severity, Severity::warning);
  EXPECT_NE(found->hint.find("/camera/left/camera_info"), std::string::npos) << found->hint;
  const auto written = read_json(out("topic_mapping.json"));
  ASSERT_TRUE(written);
  EXPECT_EQ((*written)["warnings"].items.size(), 1u);
}

TEST(Calibration, CameraInfoOfALargerSensorIsScaled) {
  rosmsg::sensor_msgs::CameraInfo info;
  info.width = 128, info.height = 96, info.distortion_model = "equidistant", info.d = {0.1, 0, 0, 0};
  info.k = {80, 0, 63.5, 0, 80, 47.5, 0, 0, 1};
  const auto c = to_intrinsics(info, 64, 48);
  ASSERT_TRUE(c);
  EXPECT_EQ(c->lens, Lens::equidistant);
  EXPECT_NEAR(c->fx, 40, 1e-12);
  EXPECT_NEAR(c->cx, 31.5, 1e-12);
  // Without a size, as in calib.txt of KITTI odometry, the matrix is that of the images.
  info.width = info.height = 0;
  const auto same = to_intrinsics(info, 64, 48);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->fx, 80);
  EXPECT_EQ(same->cx, 63.5);
  EXPECT_EQ(same->width, 64);
  info.distortion_model = "unheard_of";
  EXPECT_FALSE(to_intrinsics(info, 64, 48));
}

}  // namespace
}  // namespace gs::builder
