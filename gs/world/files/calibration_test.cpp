// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// calibration.yaml and tf_static.json: checks, conventions and round trips.
#include "gs/world/files/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/file.h"
#include "gs/core/testing/source_folder.h"
#include "gs/world/files/tf_static.h"

namespace gs::world {
namespace {

using testing::HasSubstr;

// calibration.yaml of worlds/minimal_test.
std::string minimal() {
  return *read_text_file(source_folder() / "worlds" / "minimal_test" / "sensors" / "calibration.yaml");
}

// The same with one replacement.
std::string edited(std::string_view from, std::string_view to) {
  std::string text = minimal();
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// All problems of a text; complaint() gives the first one after a replacement.
std::vector<std::string> complaints(const std::string& text) {
  Problems problems;
  (void)parse_calibration(text, "c", problems);
  std::vector<std::string> lines;
  for (const Problem& problem : problems) lines.push_back(to_string(problem));
  return lines;
}
std::string complaint(std::string_view from, std::string_view to) {
  const auto lines = complaints(edited(from, to));
  return lines.empty() ? "" : lines.front();
}

TEST(Calibration, RefusesBadFieldsWithPlaceAndLine) {
  EXPECT_EQ(complaint("fx: 500.0", "fx: .nan"),
            "error: c: cameras.front.intrinsics.fx (line 10): is .nan (allowed: a finite number > 0)");
  EXPECT_THAT(complaint("fx: 500.0", "fx: -1"), HasSubstr("is -1"));
  EXPECT_THAT(complaint("fx: 500.0", "fx: five"), HasSubstr("is a text"));
  EXPECT_THAT(complaint("      fx: 500.0\n", ""), HasSubstr("fx (line 9): is missing"));
  EXPECT_THAT(complaint("image_width: 640", "image_width: 0"), HasSubstr("image_width"));
  EXPECT_THAT(complaint("\"opencv\"", "\"opengl\""), HasSubstr("one of: opencv, ros"));
  EXPECT_THAT(complaint("\"pinhole\"", "\"fisheye\""), HasSubstr("pinhole with radtan"));
  EXPECT_THAT(complaint("[-0.5, 0.5, -0.5, 0.5]", "[-0.5, 0.5, -0.5, 0.6]"), HasSubstr("INVALID_QUATERNION"));
  EXPECT_THAT(complaint("[-0.5, 0.5, -0.5, 0.5]", "[0, 0, 0, 0]"), HasSubstr("INVALID_QUATERNION"));
  EXPECT_THAT(complaint("[-0.5, 0.5, -0.5, 0.5]", "[-0.5, 0.5, -0.5]"), HasSubstr("has 3 values"));
  EXPECT_THAT(complaint("[-0.5, 0.5, -0.5, 0.5]", "[-0.5, 0.5, -0.5, 0.50001]"), HasSubstr("warning"));
  EXPECT_THAT(complaint("rate_hz: 12.0", "rate_hz: 0"), HasSubstr("rate_hz"));
  EXPECT_THAT(complaint("channels: 32", "channels: 0"), HasSubstr("channels"));
  EXPECT_THAT(complaint("[-25.0, 15.0]", "[15.0, -25.0]"), HasSubstr("minimum < maximum"));
  EXPECT_THAT(complaint("min_range: 0.5", "min_range: 500"), HasSubstr("less than max_range"));
  EXPECT_THAT(complaint("  front:", "  Front:"), HasSubstr("is not a valid sensor id"));
  EXPECT_THAT(complaint("\"lidar_top\"", "\"camera_front\""), HasSubstr("is used twice"));
  EXPECT_THAT(complaint("\"1.0.0\"", "1.0"), HasSubstr("put it in quotes"));
}

TEST(Calibration, UnknownKeysAreNotices) {
  EXPECT_EQ(complaint("rate_hz: 12.0", "rate_hz: 12.0\n    rate_hertz: 3"),
            "notice: c: cameras.front.rate_hertz (line 23): unknown key, ignored");
  EXPECT_THAT(complaint("k1: 0.0", "k1: 0.0\n      cxx: 1"), HasSubstr("did you mean 'cx'?"));
}

TEST(Calibration, ReportsAllProblemsAtOnce) {
  std::string text = edited("fx: 500.0", "fx: -1");
  text.replace(text.find("channels: 32"), 12, "channels: x");
  text.replace(text.find("rate_hz: 12.0"), 13, "rate_hz: .inf");
  EXPECT_EQ(complaints(text).size(), 3u);
}

TEST(Calibration, ChecksBeams) {
  EXPECT_THAT(complaint("channels: 32", "channels: 3\n      beam_elevations_deg: [-1, 0]"), HasSubstr("has 2 values"));
  EXPECT_THAT(complaint("channels: 32", "channels: 3\n      beam_elevations_deg: [1, 0, 2]"), HasSubstr("ascending"));
  EXPECT_EQ(complaint("channels: 32", "channels: 3\n      beam_elevations_deg: [-1, 0, 2]"), "");
  EXPECT_THAT(complaint("horizontal_resolution: 0.4", "horizontal_resolution: 0.01"), HasSubstr("thinned"));
}

TEST(Calibration, EquidistantHasItsOwnCoefficients) {
  std::string text = edited("\"pinhole\"", "\"fisheye\"");
  text.replace(text.find("\"radtan\""), 8, "\"equidistant\"");
  EXPECT_TRUE(complaints(text).empty());
  text.replace(text.find("p1: 0.0"), 7, "p1: 0.1");
  EXPECT_THAT(complaints(text).at(0), HasSubstr("other distortion model"));
}

// All optional fields are set, so that each one is written and read.
TEST(Calibration, WhatIsWrittenReadsBackEqual) {
  Calibration calibration = *load_calibration(source_folder() / "worlds/minimal_test/sensors/calibration.yaml");
  CameraCalibration fisheye = calibration.cameras[0];
  fisheye.id = "left", fisheye.intrinsics.frame_id = "camera_left";
  fisheye.intrinsics.lens = Lens::equidistant;
  fisheye.intrinsics.k3 = 0.1, fisheye.intrinsics.k4 = -1.0 / 3;
  fisheye.rolling_shutter = {ShutterDirection::left, 0.03};
  fisheye.convention = CameraConvention::ros;
  calibration.cameras.push_back(fisheye);
  calibration.cameras[0].intrinsics.k6 = 0.25;
  calibration.lidars[0].spec.beam_azimuth_offsets_deg.assign(32, 0.1);
  calibration.lidars[0].spec.max_points = 0;
  const std::string text = write_calibration(calibration);
  EXPECT_TRUE(complaints(text).empty()) << complaints(text)[0];
  Problems problems;
  const Calibration back = parse_calibration(text, "c", problems);
  EXPECT_EQ(write_calibration(back), text);
  EXPECT_EQ(back.cameras[0].intrinsics.k6, 0.25);
  EXPECT_EQ(back.cameras[1].intrinsics.k4, -1.0 / 3);
  EXPECT_EQ(back.cameras[1].rolling_shutter, fisheye.rolling_shutter);
  EXPECT_EQ(back.cameras[1].convention, CameraConvention::ros);
  EXPECT_EQ(back.lidars[0].spec.max_points, 0);
}

TEST(Calibration, BothCameraConventionsGiveTheSameOpticalPose) {
  CameraCalibration opencv;
  opencv.extrinsics.transform = {{-0.5, 0.5, -0.5, 0.5}, {1, 2, 3}};
  CameraCalibration ros = opencv;
  ros.convention = CameraConvention::ros;
  // Axes x right, y up, z backward of a camera that faces along base_link x are the columns -y, z, -x.
  ros.extrinsics.transform.rotation = to_quaternion(Mat3d{{{0, 0, -1}, {-1, 0, 0}, {0, 1, 0}}});
  const Vec3d p{0.3, -0.2, 5};
  EXPECT_LT(norm(base_link_from_optical(opencv) * p - base_link_from_optical(ros) * p), 1e-12);
  EXPECT_LT(norm(base_link_from_optical(ros) * p - Vec3d{6, 1.7, 3.2}), 1e-12);
}

TEST(Calibration, BeamsAreEvenOverTheFieldOfViewUnlessListed) {
  LiDARSpec spec;
  spec.channels = 5, spec.vertical_fov_min = -20, spec.vertical_fov_max = 20;
  const auto beams = beam_elevations_rad(spec);
  ASSERT_EQ(beams.size(), 5u);
  EXPECT_NEAR(beams[0], -20 * kPi / 180, 1e-12);
  EXPECT_NEAR(beams[2], 0, 1e-12);
  spec.beam_elevations_deg = {-3, 0, 1, 2, 9};
  EXPECT_NEAR(beam_elevations_rad(spec)[4], 9 * kPi / 180, 1e-12);
}

TEST(Calibration, CameraHasTheCoefficientsOfTheFile) {
  CameraIntrinsics in;
  in.width = 10, in.height = 20, in.fx = 1, in.fy = 2, in.cx = 3, in.cy = 4;
  in.k1 = .1, in.k2 = .2, in.k3 = .3, in.k4 = .4, in.k5 = .5, in.k6 = .6, in.p1 = .7, in.p2 = .8;
  const CameraD camera = to_camera(in);
  EXPECT_EQ(camera.k6, .6);
  EXPECT_EQ(camera.p2, .8);
  EXPECT_EQ(camera.cy, 4);
  EXPECT_EQ(camera.height, 20);
}

TEST(TfStatic, IsDerivedFromTheCalibrationAndReadsBackEqual) {
  const auto calibration = load_calibration(source_folder() / "worlds/minimal_test/sensors/calibration.yaml");
  const TfStatic tf = tf_static_of(*calibration);
  ASSERT_EQ(tf.transforms.size(), 2u);
  const std::string text = write_tf_static(tf);
  Problems problems;
  const TfStatic back = parse_tf_static(text, "tf", problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(back.find("base_link", "lidar_top")->parent_from_child, tf.transforms[1].parent_from_child);
  EXPECT_EQ(back.find("base_link", "lidar"), nullptr);
}

TEST(TfStatic, RefusesTwoParentsAndMissingFields) {
  const auto one = [](const std::string& parent, const std::string& child) {
    return R"({"header": {"frame_id": ")" + parent + R"("}, "child_frame_id": ")" + child +
           R"(", "transform": {"translation": {"x": 0, "y": 0, "z": 0}, "rotation": {"x": 0, "y": 0, "z": 0, "w": 1}}})";
  };
  const auto errors = [](const std::string& transforms) {
    Problems problems;
    (void)parse_tf_static("{\"transforms\": [" + transforms + "]}", "tf", problems);
    return problems.count(Severity::error);
  };
  EXPECT_EQ(errors(one("a", "b") + "," + one("b", "c")), 0u);
  EXPECT_EQ(errors(one("a", "b") + "," + one("a", "b")), 1u);
  EXPECT_EQ(errors(one("a", "b") + "," + one("c", "b")), 1u);
  EXPECT_EQ(errors(one("a", "a")), 1u);
  EXPECT_EQ(errors("{}"), 3u);
  EXPECT_EQ(errors("7"), 1u);
}

}  // namespace
}  // namespace gs::world
