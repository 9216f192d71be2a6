// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// KITTI calibration and OXTS packets in closed form; missing numbers are named.
#include "gs/importers/kitti/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/importers/kitti/oxts.h"

namespace gs::importers::kitti {
namespace {

// A rig in closed form. The LiDAR stands 0.8 m before and 0.9 m above the IMU with the same axes; camera 0 is 0.27 m
// before the LiDAR and looks forward; cameras 2 and 3 lie 0.06 m to its left and 0.47 m to its right.
const std::string kImuToVelo = "calib_time: 25-May-2012\nR: 1 0 0 0 1 0 0 0 1\nT: -0.8 0 -0.9\n";
const std::string kVeloToCam = "R: 0 -1 0 0 0 -1 1 0 0\nT: 0 0 -0.27\n";
std::string cam_to_cam() {
  return "R_rect_00: 1 0 0 0 1 0 0 0 1\n"
         "S_rect_02: 1242 375\nP_rect_02: 700 0 600 42 0 710 170 0 0 0 1 0\n"
         "S_rect_03: 1242 375\nP_rect_03: 700 0 600 -329 0 710 170 0 0 0 1 0\n";
}

void expect_near(const Vec3d& a, const Vec3d& b) {
  EXPECT_NEAR(a.x, b.x, 1e-9);
  EXPECT_NEAR(a.y, b.y, 1e-9);
  EXPECT_NEAR(a.z, b.z, 1e-9);
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// P_rect[0, 3] = fx t: 42 = 700 * 0.06 and -329 = 700 * -0.47.
TEST(KittiCalibration, PlacesEverySensorOfARigInClosedForm) {
  const auto rig = parse_calibration({kImuToVelo, kVeloToCam, cam_to_cam()});
  ASSERT_TRUE(rig) << to_string(rig.error());
  expect_near(rig->base_from_lidar.translation, {0.76, 0, 1.73});
  expect_near(rig->base_from_imu.translation, {0.76 - 0.8, 0, 1.73 - 0.9});
  expect_near(rig->left.base_from_camera.translation, {0.76 + 0.27, 0.06, 1.73});
  expect_near(rig->right.base_from_camera.translation, {0.76 + 0.27, -0.47, 1.73});
  // A camera looks along the car: its z is forward, its x to the right, its y down.
  expect_near(rig->left.base_from_camera.rotation * Vec3d{0, 0, 1}, {1, 0, 0});
  expect_near(rig->left.base_from_camera.rotation * Vec3d{1, 0, 0}, {0, -1, 0});
  EXPECT_EQ(rig->left.width, 1242);
  EXPECT_EQ(rig->left.height, 375);
  EXPECT_EQ(rig->left.fx, 700);
  EXPECT_EQ(rig->left.fy, 710);
  EXPECT_EQ(rig->left.cx, 600);
  EXPECT_EQ(rig->left.cy, 170);
}

// base_link has the axes of the IMU, so the other sensors turn against it.
TEST(KittiCalibration, ATurnedImuTurnsTheWholeCar) {
  // The IMU is turned by 90 degrees to the left against the LiDAR: what the LiDAR sees ahead lies to its right.
  const auto rig = parse_calibration({"R: 0 -1 0 1 0 0 0 0 1\nT: 0 0 0\n", kVeloToCam, cam_to_cam()});
  ASSERT_TRUE(rig);
  expect_near(rig->base_from_lidar.rotation * Vec3d{1, 0, 0}, {0, -1, 0});
  expect_near(rig->base_from_lidar.translation, {0.76, 0, 1.73});
  expect_near(rig->left.base_from_camera.rotation * Vec3d{0, 0, 1}, {0, -1, 0});
}

// A wrong calibration would give a wrong world without any other sign.
TEST(KittiCalibration, EveryMissingOrBentNumberIsAnErrorThatNamesItsKey) {
  struct Case {
    std::string imu, velo, cam, says;
  };
  const std::string cam = cam_to_cam();
  for (const Case& c :
       {Case{"", kVeloToCam, cam, "R"}, Case{kImuToVelo, "", cam, "R"}, Case{kImuToVelo, kVeloToCam, "", "R_rect_00"},
        Case{replaced(kImuToVelo, "-0.9", "nan"), kVeloToCam, cam, "T"},
        Case{replaced(kImuToVelo, "-0.9", ""), kVeloToCam, cam, "T"},
        Case{replaced(kImuToVelo, "1 0 0 0 1", "2 0 0 0 1"), kVeloToCam, cam, "rotation"},
        Case{replaced(kImuToVelo, "1 0 0 0 1", "-1 0 0 0 1"), kVeloToCam, cam, "rotation"},
        Case{kImuToVelo, kVeloToCam, replaced(cam, "P_rect_02: 700", "P_rect_02: 0"), "P_rect_02"},
        Case{kImuToVelo, kVeloToCam, replaced(cam, "710 170 0 0 0 1 0\nS", "-710 170 0 0 0 1 0\nS"), "P_rect_02"},
        Case{kImuToVelo, kVeloToCam, replaced(cam, "S_rect_03: 1242 375", "S_rect_03: 1242"), "S_rect_03"},
        Case{kImuToVelo, kVeloToCam, replaced(cam, "S_rect_03: 1242", "S_rect_03: 70000"), "S_rect_03"}}) {
    const auto rig = parse_calibration({c.imu, c.velo, c.cam});
    ASSERT_FALSE(rig) << c.imu << c.velo << c.cam;
    EXPECT_EQ(rig.error().code, ErrorCode::invalid_data);
    EXPECT_THAT(to_string(rig.error()), ::testing::HasSubstr(c.says));
  }
}

// The public files have LF; copies made on Windows have CRLF.
TEST(KittiCalibration, IsReadFromItsThreeFilesAndNoneMayBeMissing) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "calib_imu_to_velo.txt", kImuToVelo));
  ASSERT_TRUE(write_file(folder / "calib_velo_to_cam.txt", kVeloToCam));
  EXPECT_EQ(read_calibration(folder.path()).error().code, ErrorCode::not_found);
  ASSERT_TRUE(write_file(folder / "calib_cam_to_cam.txt", replaced(cam_to_cam(), "\n", "\r\n")));
  const auto rig = read_calibration(folder.path());
  ASSERT_TRUE(rig) << to_string(rig.error());
  EXPECT_EQ(rig->right.cy, 170);
}

// 30 numbers whose value is their index, but for latitude and longitude.
std::string packet() {
  std::string text = "49.5 8.25";
  for (int i = 2; i < 30; ++i) text += format(" {}", i);
  return text + "\n";
}

// dataformat.txt numbers the values from 0.
TEST(Oxts, NumbersGoToTheirFieldsInTheOrderOfTheFormat) {
  const auto p = parse_oxts(packet(), "p").value();
  EXPECT_EQ(p.latitude_deg, 49.5);
  EXPECT_EQ(p.longitude_deg, 8.25);
  EXPECT_EQ(p.altitude_m, 2);
  EXPECT_EQ(p.roll, 3);
  EXPECT_EQ(p.pitch, 4);
  EXPECT_EQ(p.yaw, 5);
  EXPECT_EQ(p.velocity_flu, (Vec3d{8, 9, 10}));
  EXPECT_EQ(p.acceleration, (Vec3d{11, 12, 13}));
  EXPECT_EQ(p.angular_rate, (Vec3d{17, 18, 19}));
  EXPECT_EQ(p.position_accuracy_m, 23);
  EXPECT_EQ(p.velocity_accuracy_mps, 24);
  EXPECT_EQ(p.position_mode, 27);
}

// A full disk or a broken copy leaves packets cut at any byte.
TEST(Oxts, PacketsCutBeforeTheLastNumberAreRefused) {
  const std::string whole = packet();
  const std::size_t last = whole.rfind(' ');
  for (std::size_t size = 0; size <= last; ++size) {
    const auto cut = parse_oxts(whole.substr(0, size), "drive/7.txt");
    ASSERT_FALSE(cut) << size;
    EXPECT_THAT(to_string(cut.error()), ::testing::HasSubstr("drive/7.txt"));
  }
  for (const char* bad : {"nan", "inf", "-91", "86", "x"})
    EXPECT_FALSE(parse_oxts(replaced(whole, "49.5", bad), "p")) << bad;
  EXPECT_FALSE(parse_oxts(replaced(whole, "8.25", "180.5"), "p"));
}

// Yaw 0 is east, counter-clockwise; axes are forward, left, up.
TEST(Oxts, ThePoseHasTheAnglesOfThePacket) {
  OxtsPacket p{.latitude_deg = 49, .longitude_deg = 8, .altitude_m = 110, .yaw = kPi / 2};
  const Rigid3d pose = enu_from_imu(p, 49);
  expect_near(pose.rotation * Vec3d{1, 0, 0}, {0, 1, 0});  // yaw 90 degrees: the nose points north
  EXPECT_EQ(pose.translation.z, 110);
  p.yaw = 0, p.pitch = 0.1;
  EXPECT_NEAR((enu_from_imu(p, 49).rotation * Vec3d{1, 0, 0}).z, -std::sin(0.1), 1e-12);  // positive pitch: nose down
}

// "extract" drives have the images of the sensor: K and D, and the pose R, T from camera 0, without the rectification.
TEST(KittiCalibration, RecordedImagesHaveDistortionAndTheirOwnPose) {
  const std::string none = "R: 1 0 0 0 1 0 0 0 1\nT: 0 0 0\n";
  std::string cameras = "R_rect_00: 0 -1 0 1 0 0 0 0 1\n";
  for (const char* number : {"02", "03"}) {
    cameras +=
        format("S_{0}: 1392 512\nK_{0}: 960 0 695 0 961 224 0 0 1\nD_{0}: -0.37 0.2 0.001 0.002 -0.07\n", number);
    cameras += format("R_{0}: 1 0 0 0 1 0 0 0 1\nT_{0}: 0.06 0 -0.01\n", number);
  }
  const auto calibration = parse_calibration({none, none, cameras}, ImageForm::recorded);
  ASSERT_TRUE(calibration) << to_string(calibration.error());
  EXPECT_EQ(calibration->left.width, 1392);
  EXPECT_EQ(calibration->left.fy, 961);
  EXPECT_EQ(calibration->left.distortion, (std::vector<double>{-0.37, 0.2, 0.001, 0.002, -0.07}));
  const Vec3d moved = calibration->left.base_from_camera.translation - calibration->base_from_lidar.translation;
  EXPECT_NEAR(moved.x, -0.06, 1e-12);
  EXPECT_NEAR(moved.z, 0.01, 1e-12);
  EXPECT_FALSE(parse_calibration({none, none, cameras}));  // no rectified projection
}

}  // namespace
}  // namespace gs::importers::kitti
