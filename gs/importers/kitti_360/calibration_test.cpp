// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The calibration of KITTI-360 in closed form; missing numbers are named.
#include "gs/importers/kitti_360/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/file.h"
#include "gs/core/testing/temporary_folder.h"

namespace gs::importers::kitti_360 {
namespace {

using ::testing::HasSubstr;

// The LiDAR stands 0.77 m before, 0.3 m to the right of and 0.84 m above the GPS/IMU unit; camera 0 is 0.8 m before,
// 0.3 m to the left of and 0.2 m below the LiDAR, camera 1 is 0.6 m to the right of camera 0. All look forward.
const std::string kPoses =
    "image_00: 0 0 1 1.57 1 0 0 0 0 1 0 -0.64\n"
    "image_01: 0 0 1 1.57 1 0 0 0.6 0 1 0 -0.64\n"
    "image_02: 1 0 0 1 0 0 -1 -0.5 0 1 0 -0.7\n";  // looks to the left
constexpr const char* kVelo = "0 0 1 0.8 -1 0 0 0.3 0 -1 0 -0.2\n";
const std::string kPinholes =
    "calib_time: 28-May-2013\n"
    "S_rect_00: 1408 376\nR_rect_00: 1 0 0 0 1 0 0 0 1\nP_rect_00: 550 0 680 0 0 551 240 0 0 0 1 0\n"
    "S_rect_01: 1408 376\nR_rect_01: 1 0 0 0 1 0 0 0 1\nP_rect_01: 550 0 680 -330 0 551 240 0 0 0 1 0\n";
const std::string kFisheye =
    "%YAML:1.0\n---\nmodel_type: MEI\ncamera_name: image_02\nimage_width: 1400\nimage_height: 1399\n"
    "mirror_parameters:\n   xi: 2.2e+00\ndistortion_parameters:\n   k1: 1.6e-02\n   k2: 1.65\n   p1: 4.2e-04\n"
    "   p2: 4.3e-04\nprojection_parameters:\n   gamma1: 1336\n   gamma2: 1335\n   u0: 716\n   v0: 705\n";

Result<Calibration> rig_of(const std::string& poses, const std::string& velo, const std::string& pinholes,
                           const std::string& fisheye = {}) {
  return parse_calibration(
      {.cam_to_pose = poses, .cam_to_velo = velo, .perspective = pinholes, .fisheyes = {fisheye, ""}});
}
std::string rig_refusal(const std::string& poses, const std::string& velo, const std::string& pinholes,
                        const std::string& fisheye = {}) {
  const auto rig = rig_of(poses, velo, pinholes, fisheye);
  return rig ? "accepted" : to_string(rig.error());
}
std::string without(std::string text, std::string_view part) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return text.erase(at, part.size());
}
void expect_close(const Vec3d& a, const Vec3d& b) { EXPECT_LT(norm(a - b), 1e-9) << a.x << " " << a.y << " " << a.z; }

// "pose" has y to the right and z down, base_link has y to the left and z up.
TEST(Kitti360Calibration, PlacesEverySensorOfARigInClosedForm) {
  const auto rig = rig_of(kPoses, kVelo, kPinholes);
  ASSERT_TRUE(rig) << to_string(rig.error());
  expect_close(rig->base_from_lidar.translation, {0.76, 0, 1.73});
  expect_close(rig->base_from_lidar.rotation * Vec3d{1, 2, 3}, {1, 2, 3});
  expect_close(rig->base_from_pose.translation, {0.76 - 0.77, 0.3, 1.73 - 0.84});
  expect_close(rig->base_from_pose.rotation * Vec3d{1, 2, 3}, {1, -2, -3});
  ASSERT_EQ(rig->cameras.size(), 2u);
  const Camera &left = rig->cameras.at(0), &right = rig->cameras.at(1);
  expect_close(left.base_from_camera.translation, {0.76 + 0.8, 0.3, 1.73 - 0.2});
  expect_close(left.base_from_camera.rotation * Vec3d{0, 0, 1}, {1, 0, 0});
  expect_close(left.base_from_camera.rotation * Vec3d{1, 0, 0}, {0, -1, 0});
  // The baseline is in the pose of the camera and in P: it counts once.
  expect_close(right.base_from_camera.translation, {0.76 + 0.8, -0.3, 1.73 - 0.2});
  EXPECT_EQ(left.name + " " + right.name, "left right");
  EXPECT_EQ(right.width, 1408);
  EXPECT_EQ(right.height, 376);
  EXPECT_EQ(right.fx, 550);
  EXPECT_EQ(right.fy, 551);
  EXPECT_EQ(right.cx, 680);
  EXPECT_EQ(right.cy, 240);
}

// R_rect turns the axes of the camera into those of the rectified camera.
TEST(Kitti360Calibration, TheRectificationTurnsTheCamera) {
  std::string turned = kPinholes;
  const std::string identity = "R_rect_01: 1 0 0 0 1 0 0 0 1";
  turned.replace(turned.find(identity), identity.size(), "R_rect_01: 0 1 0 -1 0 0 0 0 1");
  const auto rig = rig_of(kPoses, kVelo, turned);
  ASSERT_TRUE(rig) << to_string(rig.error());
  // x of the rectified camera is y of the recorded one: down.
  expect_close(rig->cameras.at(1).base_from_camera.rotation * Vec3d{1, 0, 0}, {0, 0, -1});
}

TEST(Kitti360Calibration, FisheyesAreOfTheUnifiedModel) {
  const auto rig = rig_of(kPoses, kVelo, kPinholes, kFisheye);
  ASSERT_TRUE(rig) << to_string(rig.error());
  ASSERT_TRUE(rig->cameras.contains(2));
  const Camera& camera = rig->cameras.at(2);
  EXPECT_EQ(camera.name, "fisheye_left");
  EXPECT_EQ(camera.distortion_model, "omni");
  EXPECT_EQ(camera.distortion, (std::vector<double>{2.2, 0.016, 1.65, 0, 0}));
  EXPECT_EQ(camera.fx, 1336);
  EXPECT_EQ(camera.cy, 705);
  EXPECT_EQ(camera.height, 1399);
  expect_close(camera.base_from_camera.rotation * Vec3d{0, 0, 1}, {0, 1, 0});
}

TEST(Kitti360Calibration, EveryMissingOrBentNumberIsNamed) {
  EXPECT_THAT(rig_refusal("", kVelo, kPinholes), HasSubstr("image_00"));
  EXPECT_THAT(rig_refusal(without(kPoses, " 0.6"), kVelo, kPinholes), HasSubstr("image_01"));
  EXPECT_THAT(rig_refusal(kPoses, "", kPinholes), HasSubstr("calib_cam_to_velo.txt"));
  EXPECT_THAT(rig_refusal(kPoses, "1 2 3", kPinholes), HasSubstr("calib_cam_to_velo.txt"));
  EXPECT_THAT(rig_refusal(kPoses, "1 0 0 0\n0 2 0 0\n0 0 1 0\n", kPinholes), HasSubstr("not a rotation"));
  EXPECT_EQ(rig_refusal(kPoses, "0 0 1 0.8\n-1 0 0 0.3\n0 -1 0 -0.2\n", kPinholes), "accepted");
  EXPECT_THAT(rig_refusal(kPoses, kVelo, without(kPinholes, "S_rect_01: 1408 376")), HasSubstr("S_rect_01"));
  EXPECT_THAT(rig_refusal(kPoses, kVelo, without(kPinholes, "1408 ")), HasSubstr("S_rect_00"));
  EXPECT_THAT(rig_refusal(kPoses, kVelo, without(kPinholes, "P_rect_00: 550")), HasSubstr("P_rect_00"));
  EXPECT_THAT(rig_refusal(kPoses, kVelo, kPinholes, without(kFisheye, "   xi: 2.2e+00\n")), HasSubstr("image_02.yaml"));
  EXPECT_THAT(rig_refusal(kPoses, kVelo, kPinholes, without(kFisheye, "1400")), HasSubstr("image_width"));
  EXPECT_THAT(rig_refusal(kPoses, kVelo, kPinholes, without(kFisheye, "1336") + "gamma1: -5"), HasSubstr("gamma1"));
  EXPECT_THAT(rig_refusal(without(kPoses, "image_02"), kVelo, kPinholes, kFisheye), HasSubstr("image_02"));
}

TEST(Kitti360Calibration, IsReadFromItsFilesAndFisheyesMayBeMissing) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "calib_cam_to_pose.txt", kPoses));
  ASSERT_TRUE(write_file(folder / "calib_cam_to_velo.txt", kVelo));
  EXPECT_EQ(read_calibration(folder.path()).error().code, ErrorCode::not_found);
  ASSERT_TRUE(write_file(folder / "perspective.txt", kPinholes));
  EXPECT_EQ(read_calibration(folder.path())->cameras.size(), 2u);
  ASSERT_TRUE(write_file(folder / "image_02.yaml", kFisheye));
  EXPECT_EQ(read_calibration(folder.path())->cameras.size(), 3u);
}

}  // namespace
}  // namespace gs::importers::kitti_360
