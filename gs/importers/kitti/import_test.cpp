// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A drive of KITTI raw, synchronised or extracted, becomes a log in which LiDAR points land on the right pixels and the
// ground is flat.
#include "gs/importers/kitti/import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/importers/common/testing/tiny_drive.h"
#include "gs/importers/kitti/oxts.h"
#include "gs/importers/kitti/rig.h"

namespace gs::importers::kitti {
namespace {

// Sweeps of a turn of 0.1 s are not corrected for motion.
double at_azimuth(Vec3d p) {
  return double{seconds_after_forward(static_cast<float>(p.x), static_cast<float>(p.y), 0.1)};
}

// Lines "R: ..." and "T: ..." of a calibration file; `camera` is "_02" or empty.
std::string transform_lines(const Rigid3d& transform, const std::string& camera) {
  std::string text = "R" + camera + ":";
  const Mat3d rotation = to_matrix(transform.rotation);
  for (const auto& row : rotation.m) {
    for (const double value : row) text += format(" {:.12g}", value);
  }
  const Vec3d t = transform.translation;
  return text + format("\nT{}: {:.12g} {:.12g} {:.12g}\n", camera, t.x, t.y, t.z);
}

// The tiny drive in the layout of KITTI raw. Camera 2 stands 0.06 m to the right of the rectified camera 0.
class KittiRaw : public ::testing::Test {
 protected:
  KittiRaw() {
    const fs::path day = folder_ / "2011_09_26";
    const Rigid3d base_from_camera0 =
        truth_.base_from_camera * Rigid3d{{}, {-0.06, 0, 0}} * Rigid3d{rectification_, {}};
    write_test_file(day / "calib_imu_to_velo.txt",
                    transform_lines(truth_.base_from_lidar.inverse() * base_from_imu_, ""));
    write_test_file(day / "calib_velo_to_cam.txt",
                    transform_lines(base_from_camera0.inverse() * truth_.base_from_lidar, ""));
    const Camera& c = truth_.camera;
    std::string cameras = transform_lines(Rigid3d{rectification_, {}}, "_rect_00");
    for (const char* number : {"02", "03"}) {
      cameras += format("S_rect_{0}: {1} {2}\nS_{0}: {1} {2}\nD_{0}: 0 0 0 0 0\n", number, c.width, c.height);
      cameras += format("P_rect_{}: {} 0 {} {} 0 {} {} 0 0 0 1 0\n", number, c.fx, c.cx, -0.06 * c.fx, c.fy, c.cy);
      cameras += format("K_{}: {} 0 {} 0 {} {} 0 0 1\n", number, c.fx, c.cx, c.fy, c.cy);
      cameras += transform_lines(truth_.base_from_camera.inverse() * base_from_camera0, format("_{}", number));
    }
    write_test_file(day / "calib_cam_to_cam.txt", cameras);
    std::string times;
    for (int i = 0; i < truth_.frames; ++i) {
      times += format("2011-09-26 13:02:{:02d}.{}00000000\n", 25 + i / 10, i % 10);
      write(format("image_02/data/{:010d}.png", i), as_text(truth_.image(0.1 * i, false)));
    }
    for (const char* sensor : {"image_02", "oxts", "velodyne_points"}) {
      write(std::string(sensor) + "/timestamps.txt", times);
    }
    write_packets(0);
  }

  void write(const std::string& name, std::string_view bytes) { write_test_file(drive_ / name, bytes); }
  // OXTS packets whose yaw is wrong by `off_rad`.
  void write_packets(double off_rad) {
    constexpr double kRadius_m = 6378137, kLatitude_deg = 49, kRadian = M_PI / 180;
    const double scale = std::cos(kLatitude_deg * kRadian);
    const Vec3d origin = mercator({.latitude_deg = kLatitude_deg, .longitude_deg = 8.4}, kLatitude_deg);
    const Vec3d first = (truth_.map_from_base(0) * base_from_imu_).translation;
    for (int i = 0; i < truth_.frames; ++i) {
      const Rigid3d imu = truth_.map_from_base(0.1 * i) * base_from_imu_;
      const Vec3d p = origin + imu.translation - first;
      const double longitude_deg = p.x / (scale * kRadius_m) / kRadian;
      const double latitude_deg = 2 * std::atan(std::exp(p.y / (scale * kRadius_m))) / kRadian - 90;
      std::string packet = format("{:.14f} {:.14f} {:.9f}", latitude_deg, longitude_deg, p.z);
      packet += format(" 0 0 {:.12f}", to_rpy(imu.rotation).yaw + off_rad);
      for (int j = 6; j < 30; ++j) packet += " 0";
      write(format("oxts/data/{:010d}.txt", i), packet + "\n");
    }
  }
  void write_sweeps(bool as_lines) {
    for (int i = 0; i < truth_.frames; ++i) {
      std::string bytes, lines;
      for (const Vec3d p : truth_.sweep(i, at_azimuth)) {
        const std::array<float, 4> point{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z),
                                         0.5F};
        bytes.append(reinterpret_cast<const char*>(point.data()), sizeof(point));
        lines += format("{:.4f} {:.4f} {:.4f} 0.5\n", p.x, p.y, p.z);
      }
      const std::string stem = format("velodyne_points/data/{:010d}", i);
      write(stem + (as_lines ? ".txt" : ".bin"), as_lines ? lines : bytes);
    }
  }
  Result<ImportedDrive> import() { return import_and_read(import_drive, folder_.path(), folder_.path()); }

  TinyDrive truth_{0.8};
  Rigid3d base_from_imu_{{}, {-0.05, 0.31, 0.93}};
  Quaterniond rectification_ = Quaterniond::from_rpy(0.01, -0.02, 0.015);
  TemporaryFolder folder_;
  fs::path drive_ = folder_ / "2011_09_26/2011_09_26_drive_0001_sync";
};

TEST_F(KittiRaw, PointsOfASynchronisedDriveLandOnTheRightPixels) {
  write_sweeps(false);
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  expect_truth(*imported, truth_);
  EXPECT_EQ(imported->images.size(), 12u);
  EXPECT_EQ(imported->fixes, 12u);
  EXPECT_EQ(imported->problems.count(Severity::warning), 1u);  // there is no image_03
}

// A parked car that two sweeps show, and a third one that the drive does not have.
TEST_F(KittiRaw, TrackletsAreBoxesInTheMap) {
  write_sweeps(false);
  const Rigid3d map_from_car{Quaterniond::from_rpy(0, 0, 0.4), {12, 3, 0}};
  std::string poses;
  for (int frame : {2, 3, 4}) {
    const Rigid3d p = (truth_.map_from_base(0.1 * frame) * truth_.base_from_lidar).inverse() * map_from_car;
    poses += format("<item><tx>{}</tx><ty>{}</ty><tz>{}</tz><rx>0</rx><ry>0</ry><rz>{}</rz><state>2</state></item>\n",
                    p.translation.x, p.translation.y, p.translation.z, to_rpy(p.rotation).yaw);
  }
  write("tracklet_labels.xml",
        "<?xml version=\"1.0\"?><boost_serialization><tracklets><count>1</count><item><objectType>Van</objectType>"
        "<h>1.6</h><w>1.8</w><l>4.5</l><first_frame>2</first_frame><poses><count>3</count>" +
            poses + "</poses><finished>1</finished></item></tracklets></boost_serialization>");
  fs::remove(drive_ / "velodyne_points/data/0000000004.bin");
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  ASSERT_EQ(imported->boxes.size(), 2u);
  for (const LabelledBox& box : imported->boxes) {
    EXPECT_EQ(box.object + " " + box.category, "0 Van");
    EXPECT_NEAR(norm(box.map_from_box.translation - Vec3d{12, 3, 0.8}), 0, 2e-3);
    EXPECT_NEAR(to_rpy(box.map_from_box.rotation).yaw, 0.4, 1e-4);
    EXPECT_NEAR(norm(box.size_m - Vec3d{4.5, 1.8, 1.6}), 0, 1e-9);
  }
  EXPECT_THAT(to_string(imported->problems.all().back()), ::testing::HasSubstr("1 boxes are left out"));
}

TEST_F(KittiRaw, DamagedTrackletsAreNamed) {
  write_sweeps(false);
  write("tracklet_labels.xml", "<boost_serialization><tracklets>");
  const auto imported = import();
  ASSERT_FALSE(imported);
  EXPECT_THAT(to_string(imported.error()), ::testing::HasSubstr("tracklet_labels.xml"));
}

// K, D, R and T of the camera hold instead of the rectified projection.
TEST_F(KittiRaw, PointsOfAnExtractedDriveLandOnTheRightPixels) {
  write_sweeps(true);
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  expect_truth(*imported, truth_);
}

TEST_F(KittiRaw, PacketsThatLookSidewaysAreAWarning) {
  write_sweeps(false);
  write_packets(M_PI / 2);
  const auto imported = import();
  ASSERT_TRUE(imported) << to_string(imported.error());
  EXPECT_EQ(imported->problems.count(Severity::warning), 2u);
  EXPECT_THAT(to_string(imported->problems.all().back()), ::testing::HasSubstr("off its forward axis"));
}

}  // namespace
}  // namespace gs::importers::kitti
