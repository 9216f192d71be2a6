// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Calibration files of the four kinds, with errors that name line and value, and hostile texts.
#include "gs/builder/calibration/calibration_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/testing/temporary_folder.h"

namespace gs::builder {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kOwn = R"(version: 1.0.0
cameras:
  front:
    {frame_id: camera_front, image_width: 640, image_height: 480, camera_convention: opencv, rate_hz: 12.0,
     intrinsics: {model: pinhole, fx: 500, fy: 501, cx: 319.5, cy: 239.5, distortion_model: radtan, k1: -0.1, k2: 0.01, p1: 0.001, p2: 0.002},
     extrinsics: {translation: [1.0, 0.0, 1.5], rotation_quat: [-0.5, 0.5, -0.5, 0.5]}}
)";
constexpr std::string_view kRos = R"(image_width: 640
image_height: 480
camera_name: front
camera_matrix:
  rows: 3
  cols: 3
  data: [500.0, 0.0, 319.5, 0.0, 501.0, 239.5, 0.0, 0.0, 1.0]
distortion_model: plumb_bob
distortion_coefficients:
  rows: 1
  cols: 5
  data: [-0.1, 0.01, 0.001, 0.002, 0.0]
)";
// The same camera after stereo rectification: other focal lengths, turned by a small angle.
constexpr std::string_view kRectification = R"(rectification_matrix:
  rows: 3
  cols: 3
  data: [1.0, 0.0, 0.0, 0.0, 0.8, 0.6, 0.0, -0.6, 0.8]
projection_matrix:
  rows: 3
  cols: 4
  data: [450.0, 0.0, 310.0, -45.0, 0.0, 451.0, 230.0, 0.0, 0.0, 0.0, 1.0, 0.0]
)";
// Camera 2 lies 0.06 m to the left of camera 0, which looks along the x axis of the LiDAR.
constexpr std::string_view kKitti = R"(S_rect_02: 1.242000e+03 3.750000e+02
R_rect_00: 1 0 0 0 1 0 0 0 1
P_rect_02: 7.2e+02 0 6.1e+02 4.32e+01 0 7.2e+02 1.7e+02 0 0 0 1 0
R: 0 -1 0 0 0 -1 1 0 0
T: 0 -0.08 -0.27
)";
constexpr std::string_view kUrdf = R"(<?xml version="1.0"?>
<!-- <joint> in a comment -->
<robot name="car">
  <link name="base_link"/>
  <joint name="camera_joint" type="fixed">
    <parent link="base_link"/>
    <child link="camera_optical"/>
    <origin xyz="1.0 0 1.5" rpy="-1.5707963267948966 0 -1.5707963267948966"/>
  </joint>
  <joint name="wheel" type="continuous"><parent link="base_link"/><child link="wheel"/></joint>
</robot>
)";

// A log with a camera and a LiDAR; the camera has no camera_info and no transform.
CalibrationInputs inputs_of_a_log(const std::string& camera_id = "front") {
  CalibrationInputs inputs;
  SensorSummary camera, lidar;
  camera.record = {
      .kind = SensorKind::camera, .id = camera_id, .topic = "/c", .frame_id = "camera_optical", .folder = ""};
  lidar.record = {.kind = SensorKind::lidar, .id = "top", .topic = "/l", .frame_id = "lidar", .folder = ""};
  inputs.sensors = {camera, lidar};
  inputs.tf.add({Timestamp{}, "base_link", "lidar", {{}, {1, 0, 2}}}, true);
  inputs.tf.finish();
  return inputs;
}

// Pose of the camera that the calibration step will find.
std::optional<Rigid3d> camera_pose(const CalibrationInputs& inputs) {
  const SensorRecord& camera = inputs.sensors.front().record;
  const auto named = inputs.frames.cameras.find(camera.id);
  return inputs.tf.lookup("base_link", named == inputs.frames.cameras.end() ? camera.frame_id : named->second,
                          Timestamp{});
}

// A text with one part replaced.
std::string with(std::string_view text, std::string_view old, std::string_view now) {
  std::string out(text);
  return out.replace(out.find(old), old.size(), now);
}

void expect_near(Vec3d a, Vec3d b) { EXPECT_NEAR(norm(a - b), 0, 1e-9) << a.x << " " << a.y << " " << a.z; }

TEST(CalibrationFile, OwnFileReplacesIntrinsicsAndPose) {
  const auto given = parse_calibration_file(kOwn, "a.yaml");
  ASSERT_TRUE(given) << to_string(given.error());
  EXPECT_EQ(given->kind, "calibration.yaml");
  CalibrationInputs inputs = inputs_of_a_log();
  Problems problems;
  ASSERT_TRUE(apply_calibration(*given, "a.yaml", inputs, problems));
  EXPECT_EQ(problems.count(Severity::warning), 0u);
  const auto& info = *inputs.sensors.front().record.info;
  EXPECT_EQ(info.k[0], 500);
  EXPECT_EQ(info.k[4], 501);
  EXPECT_EQ(info.d[0], -0.1);
  EXPECT_EQ(info.d[3], 0.002);
  expect_near(camera_pose(inputs)->translation, {1, 0, 1.5});
}

TEST(CalibrationFile, RosFileGivesIntrinsicsOfTheNamedOrOnlyCamera) {
  for (const char* id : {"front", "other"}) {
    CalibrationInputs inputs = inputs_of_a_log(id);
    Problems problems;
    const auto given = parse_calibration_file(kRos, "camera.yaml");
    ASSERT_TRUE(given) << to_string(given.error());
    ASSERT_TRUE(apply_calibration(*given, "camera.yaml", inputs, problems));
    const auto& info = *inputs.sensors.front().record.info;
    EXPECT_EQ(info.width, 640u);
    EXPECT_EQ(info.k[2], 319.5);
    EXPECT_EQ(info.d[2], 0.001);
    EXPECT_FALSE(camera_pose(inputs));  // the file has no pose
  }
}

TEST(CalibrationFile, RectifiedImagesGetPAndROfARosFile) {
  const auto given = parse_calibration_file(std::string(kRos) + std::string(kRectification), "camera.yaml");
  ASSERT_TRUE(given) << to_string(given.error());
  for (const char* topic : {"/front/image_raw", "/front/image_rect"}) {
    CalibrationInputs inputs = inputs_of_a_log();
    inputs.sensors.front().record.topic = topic;
    Problems problems;
    ASSERT_TRUE(apply_calibration(*given, "camera.yaml", inputs, problems));
    const auto& info = *inputs.sensors.front().record.info;
    const bool rectified = topic == std::string_view("/front/image_rect");
    EXPECT_EQ(info.k[0], rectified ? 450 : 500) << topic;
    EXPECT_EQ(info.d.empty(), rectified) << topic;
    EXPECT_EQ(info.r[4], rectified ? 0.8 : 0) << topic;
  }
}

// Intrinsics of a file do not change how the log's images are turned.
TEST(CalibrationFile, TheRotationOfRectifiedImagesStaysWithoutAPose) {
  CalibrationInputs inputs = inputs_of_a_log();
  SensorRecord& camera = inputs.sensors.front().record;
  camera.topic = "/front/image_rect";
  camera.info.emplace();
  camera.info->r = {1, 0, 0, 0, 0.8, 0.6, 0, -0.6, 0.8};
  Problems problems;
  ASSERT_TRUE(apply_calibration(*parse_calibration_file(kRos, "camera.yaml"), "camera.yaml", inputs, problems));
  EXPECT_EQ(inputs.sensors.front().record.info->r[4], 0.8);
  ASSERT_TRUE(apply_calibration(*parse_calibration_file(kOwn, "a.yaml"), "a.yaml", inputs, problems));
  EXPECT_EQ(inputs.sensors.front().record.info->r[4], 0);
}

TEST(CalibrationFile, AFileWithoutANameFitsNoFrameWithoutAName) {
  CalibrationInputs inputs = inputs_of_a_log();
  inputs.sensors.front().record.frame_id = "";
  inputs.sensors.push_back(inputs.sensors.front());
  inputs.sensors.back().record.id = "left";
  const auto given = parse_calibration_file(with(kRos, "camera_name: front", "camera_name: \"\""), "camera.yaml");
  ASSERT_TRUE(given) << to_string(given.error());
  Problems problems;
  EXPECT_FALSE(apply_calibration(*given, "camera.yaml", inputs, problems));
}

TEST(CalibrationFile, KittiGivesRectifiedCamerasRelativeToTheLidar) {
  const auto given = parse_calibration_file(kKitti, "calib.txt");
  ASSERT_TRUE(given) << to_string(given.error());
  ASSERT_EQ(given->cameras.size(), 1u);
  CalibrationInputs inputs = inputs_of_a_log("left");  // camera 2
  Problems problems;
  ASSERT_TRUE(apply_calibration(*given, "calib.txt", inputs, problems));
  EXPECT_EQ(inputs.sensors.front().record.info->width, 1242u);
  // Camera 0 lies at -R^T T = (0.27, 0, -0.08) from the LiDAR; camera 2 0.06 m to its left (+y).
  expect_near(camera_pose(inputs)->translation, {1 + 0.27, 0.06, 2 - 0.08});
  expect_near(camera_pose(inputs)->rotation * Vec3d{0, 0, 1}, {1, 0, 0});
}

// The fourth column of P is K b: its third number moves the camera along the optical axis only.
TEST(CalibrationFile, KittiBaselinesAreThoseOfTheFourthColumn) {
  const std::string text =
      with(kKitti, "4.32e+01 0 7.2e+02 1.7e+02 0 0 0 1 0", "1.042e+02 0 7.2e+02 1.7e+02 17 0 0 1 0.1");
  const auto given = parse_calibration_file(text, "calib.txt");
  ASSERT_TRUE(given) << to_string(given.error());
  CalibrationInputs inputs = inputs_of_a_log("left");
  Problems problems;
  ASSERT_TRUE(apply_calibration(*given, "calib.txt", inputs, problems));
  expect_near(camera_pose(inputs)->translation, {1 + 0.27 - 0.1, 0.06, 2 - 0.08});
}

// inspect and dry run know the intrinsics, whether or not the LiDAR is placed.
TEST(CalibrationFile, IntrinsicsAreAppliedEvenIfAPoseCannotBe) {
  std::string text(kKitti);
  text += "P_rect_03: 7.3e+02 0 6.1e+02 0 0 7.3e+02 1.7e+02 0 0 0 1 0\n";
  const auto given = parse_calibration_file(text, "calib.txt");
  ASSERT_TRUE(given) << to_string(given.error());
  CalibrationInputs inputs = inputs_of_a_log("left");
  inputs.tf = TfTree();
  inputs.sensors.push_back(inputs.sensors.front());
  inputs.sensors.back().record.id = "right";
  Problems problems;
  const auto applied = apply_calibration(*given, "calib.txt", inputs, problems);
  ASSERT_FALSE(applied);
  EXPECT_THAT(to_string(applied.error()), HasSubstr("relative to the LiDAR"));
  EXPECT_EQ(inputs.sensors.front().record.info->k[0], 720);
  ASSERT_TRUE(inputs.sensors.back().record.info);
  EXPECT_EQ(inputs.sensors.back().record.info->k[0], 730);
}

TEST(CalibrationFile, UrdfAddsFixedJoints) {
  const auto given = parse_calibration_file(kUrdf, "car.urdf");
  ASSERT_TRUE(given) << to_string(given.error());
  ASSERT_EQ(given->transforms.size(), 1u);
  CalibrationInputs inputs = inputs_of_a_log();
  Problems problems;
  ASSERT_TRUE(apply_calibration(*given, "car.urdf", inputs, problems));
  expect_near(camera_pose(inputs)->translation, {1, 0, 1.5});
  expect_near(camera_pose(inputs)->rotation * Vec3d{0, 0, 1}, {1, 0, 0});  // optical axis forward
}

// Message and hint of the error for a text.
std::string refusal_of(std::string_view text) {
  const auto given = parse_calibration_file(text, "file");
  return given ? "accepted" : to_string(given.error());
}

TEST(CalibrationFile, ErrorsNameLineValueAndNextStep) {
  EXPECT_THAT(refusal_of(""), HasSubstr("the file is empty"));
  EXPECT_THAT(refusal_of("hello: world\n"), HasSubstr("no kind of calibration file that is known"));
  EXPECT_THAT(refusal_of(with(kRos, "image_width: 640", "image_width: -3")),
              HasSubstr("file line 1: 'image_width' is -3"));
  EXPECT_THAT(refusal_of(with(kRos, "[500.0,", "[0.0,")), HasSubstr("the focal lengths are 0 and 501"));
  EXPECT_THAT(refusal_of(with(kRos, "[500.0,", "[many,")), HasSubstr("'camera_matrix' contains 'many'"));
  EXPECT_THAT(refusal_of(with(kRos, "plumb_bob", "fisheye62")), HasSubstr("unsupported distortion_model 'fisheye62'"));
  EXPECT_THAT(refusal_of(with(kKitti, "R: 0 -1 0", "R: 0 -2 0")), HasSubstr("file line 4: not a rotation matrix"));
  EXPECT_THAT(refusal_of(with(kKitti, "1.242000e+03", "0")), HasSubstr("file line 1: images of 0 x 375 pixels"));
  EXPECT_THAT(refusal_of(with(kUrdf, "1.0 0 1.5", "${x} 0 1")), HasSubstr("hint: this is a xacro"));
  EXPECT_THAT(refusal_of(with(kUrdf, "<robot", "<sdf")), HasSubstr("file line 3: the root element is <sdf>"));
  EXPECT_THAT(refusal_of(with(kUrdf, "type=\"fixed\"", "type=\"revolute\"")), HasSubstr("no fixed joint"));
  EXPECT_THAT(refusal_of(with(kUrdf, "<child link=\"camera_optical\"/>", "")), HasSubstr("line 5: the fixed joint"));
}

// Every beginning of every kind, and every kind with one byte changed, is read or refused without a crash.
TEST(CalibrationFile, HostileTextsAreReadOrRefused) {
  const std::string rectified = std::string(kRos) + std::string(kRectification);
  for (const std::string_view text : {kOwn, std::string_view(rectified), kKitti, kUrdf}) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      (void)parse_calibration_file(text.substr(0, i), "cut");
      std::string changed(text);
      changed[i] = static_cast<char>(changed[i] ^ 0x15);
      const auto given = parse_calibration_file(changed, "changed");
      if (!given) continue;
      CalibrationInputs inputs = inputs_of_a_log();
      Problems problems;
      (void)apply_calibration(*given, "changed", inputs, problems);
    }
  }
}

TEST(CalibrationFile, NothingThatFitsIsAnError) {
  CalibrationInputs inputs = inputs_of_a_log("rear");
  Problems problems;
  const auto given = parse_calibration_file(kOwn, "a.yaml");
  CalibrationInputs two = inputs;
  SensorSummary second = two.sensors.front();
  second.record.id = "left";
  two.sensors.push_back(second);
  const auto applied = apply_calibration(*given, "a.yaml", two, problems);
  ASSERT_FALSE(applied);
  EXPECT_THAT(to_string(applied.error()), HasSubstr("the sensors of the log are camera_rear, lidar_top, camera_left"));
}

TEST(CalibrationFile, FolderOfKittiAndMissingFileAreHandled) {
  TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "calib_cam_to_cam.txt", kKitti.substr(0, kKitti.find("R: "))));
  EXPECT_FALSE(read_calibration_file(folder.path()));  // the second file is missing
  ASSERT_TRUE(write_file(folder / "calib_velo_to_cam.txt", kKitti.substr(kKitti.find("R: "))));
  const auto given = read_calibration_file(folder.path());
  ASSERT_TRUE(given) << to_string(given.error());
  EXPECT_TRUE(given->cameras.front().lidar_from_camera);
  const auto missing = read_calibration_file(folder / "none.yaml");
  ASSERT_FALSE(missing);
  EXPECT_THAT(to_string(missing.error()), HasSubstr("--calibration-file"));
}

}  // namespace
}  // namespace gs::builder
