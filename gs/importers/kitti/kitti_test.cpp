// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A KITTI drive becomes a log whose transforms project like the published chain.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>

#include "gs/core/file.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/importers/kitti/calibration.h"
#include "gs/importers/kitti/drive.h"
#include "gs/importers/kitti/import.h"
#include "gs/importers/kitti/oxts.h"
#include "gs/logio/tools/create_log.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs::importers::kitti {
namespace {

std::optional<fs::path> real_drive() {
  const char* data = std::getenv("GS_TEST_DATA");
  return data == nullptr ? std::nullopt : std::optional(fs::path(data) / "drives/kitti_raw_0009");
}

TEST(Kitti, TimesKeepTheirNanoseconds) {
  EXPECT_EQ(parse_time("2011-09-26 13:08:24.967930880")->ns, 1317042504967930880);
  EXPECT_EQ(parse_time("1970-01-01 00:00:00.5")->ns, 500'000'000);
  EXPECT_EQ(parse_time("2012-02-29 00:00:00")->ns, 1330473600'000'000'000);
  EXPECT_FALSE(parse_time("yesterday"));
  EXPECT_FALSE(parse_time("2011-13-26 13:08:24"));
  EXPECT_FALSE(parse_time("2011-12-26 24:08:24"));
  EXPECT_TRUE(parse_time("2261-12-31 23:59:59.999999999"));
  EXPECT_FALSE(parse_time("9999-12-31 23:59:59"));  // more nanoseconds than 64 bits hold
}

TEST(Kitti, NumbersThatNoIntegerHoldsAreRefused) {
  const std::string transform = "R: 1 0 0 0 1 0 0 0 1\nT: 0 0 0\n";
  const auto with_width = [&](const char* width) {
    std::string cameras = "R_rect_00: 1 0 0 0 1 0 0 0 1\n";
    for (const char* number : {"02", "03"}) {
      cameras += format("S_rect_{}: {} 375\nP_rect_{}: 721 0 609 0 0 721 172 0 0 0 1 0\n", number, width, number);
    }
    return parse_calibration({transform, transform, cameras});
  };
  ASSERT_TRUE(with_width("1242"));
  EXPECT_EQ(with_width("1242")->right.width, 1242);
  for (const char* width : {"0", "-5", "1e300"}) EXPECT_FALSE(with_width(width)) << width;

  std::string packet;
  for (int i = 0; i < 30; ++i) packet += "1 ";
  EXPECT_TRUE(parse_oxts(packet, "packet"));
  packet.replace(2 * 27, 1, "1e300");
  EXPECT_FALSE(parse_oxts(packet, "packet"));
}

TEST(Kitti, MercatorIsTrueNearItsLatitude) {
  // 0.001 degrees are 111.2 m to the north and cos(latitude) of that to the east (111.32 m on Mercator's sphere).
  const OxtsPacket here{.latitude_deg = 49.0, .longitude_deg = 8.4};
  OxtsPacket north = here, east = here;
  north.latitude_deg += 0.001;
  east.longitude_deg += 0.001;
  const Vec3d origin = mercator(here, 49.0);
  EXPECT_NEAR((mercator(north, 49.0) - origin).y, 111.3195, 0.01);
  EXPECT_NEAR((mercator(east, 49.0) - origin).x, 111.3195 * std::cos(49.0 * M_PI / 180), 0.001);
  EXPECT_NEAR((mercator(east, 49.0) - origin).y, 0.0, 1e-9);
}

TEST(Kitti, SaysWhichFolderIsNoDrive) {
  Problems problems;
  EXPECT_EQ(find_drive("no/such/folder", problems).error().code, ErrorCode::not_found);
  const TemporaryFolder empty;
  EXPECT_EQ(find_drive(empty.path(), problems).error().code, ErrorCode::not_found);
}

// Projects LiDAR points with the published chain P_rect * R_rect * (velo to cam), directly from the files, and with the
// transforms and intrinsics that we write.
TEST(Kitti, TransformsProjectLikeThePublishedChain) {
  const auto folder = real_drive();
  if (!folder) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public data";
  const fs::path day = *folder / "2011_09_26";
  std::map<std::string, std::vector<double>> numbers;
  for (const char* name : {"calib_velo_to_cam.txt", "calib_cam_to_cam.txt"}) {
    std::ifstream in(day / name);
    for (std::string line; std::getline(in, line);) {
      std::istringstream words(line.substr(line.find(':') + 1));
      auto& values = numbers[line.substr(0, line.find(':'))];
      for (double value = 0; words >> value;) values.push_back(value);
    }
  }
  const auto calibration = read_calibration(day);
  ASSERT_TRUE(calibration) << to_string(calibration.error());
  for (const auto& [camera, key] :
       {std::pair(calibration->left, "P_rect_02"), std::pair(calibration->right, "P_rect_03")}) {
    for (const Vec3d point : {Vec3d{10, 2, -1}, Vec3d{25, -6, 0.5}, Vec3d{6, 0, 0}}) {
      const auto row = [&](const std::vector<double>& m, std::size_t columns, std::size_t i, const double* x) {
        double sum = 0;
        for (std::size_t j = 0; j < columns; ++j) sum += m[i * columns + j] * x[j];
        return sum;
      };
      const double velo[3] = {point.x, point.y, point.z};
      double cam[4] = {0, 0, 0, 1}, rect[4] = {0, 0, 0, 1}, pixel[3] = {};
      for (std::size_t i = 0; i < 3; ++i) cam[i] = row(numbers["R"], 3, i, velo) + numbers["T"][i];
      for (std::size_t i = 0; i < 3; ++i) rect[i] = row(numbers["R_rect_00"], 3, i, cam);
      for (std::size_t i = 0; i < 3; ++i) pixel[i] = row(numbers[key], 4, i, rect);
      const Vec3d ours = camera.base_from_camera.inverse() * (calibration->base_from_lidar * point);
      EXPECT_NEAR(camera.fx * ours.x / ours.z + camera.cx, pixel[0] / pixel[2], 0.01);
      EXPECT_NEAR(camera.fy * ours.y / ours.z + camera.cy, pixel[1] / pixel[2], 0.01);
    }
  }
  EXPECT_NEAR(calibration->base_from_lidar.translation.z, 1.73, 1e-9);
  EXPECT_NEAR(calibration->base_from_lidar.translation.y, 0.0, 1e-9);
  EXPECT_NEAR(calibration->base_from_imu.translation.z, 0.93, 0.01);
  EXPECT_NEAR((calibration->left.base_from_camera.translation - calibration->right.base_from_camera.translation).y,
              0.533, 0.005);
}

TEST(Kitti, TheRealDriveBecomesALog) {
  const auto folder = real_drive();
  if (!folder) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public data";
  const TemporaryFolder place;
  Problems problems;
  NoProgress progress;
  auto writer = logio::create_log(place / "drive.mcap", {.compression = "none", .profile = "ros2"});
  ASSERT_TRUE(writer);
  const auto report = import_drive(*folder, {}, **writer, progress, problems);
  ASSERT_TRUE(report) << to_string(report.error());
  ASSERT_TRUE((*writer)->close());
  EXPECT_EQ(report->images, 50u);
  EXPECT_EQ(report->scans, 25u);
  const auto log = logio::open_log(place / "drive.mcap", problems);
  EXPECT_EQ((*log)->info().message_count, 226u);
  EXPECT_TRUE(problems.empty());
  double driven_m = 0;
  std::optional<Vec3d> last;
  const auto stream = (*log)->read({}, problems);
  while (true) {
    const auto batch = (*stream)->next_batch();
    if (batch->empty()) break;
    for (const logio::MessageView& m : *batch) {
      if (m.channel->topic == "/odom") {
        const auto odom = rosmsg::decode_cdr<rosmsg::nav_msgs::Odometry>(m.data);
        const auto& p = odom->pose.pose.position;
        const Vec3d here{p.x, p.y, p.z};
        if (last) driven_m += norm(here - *last);
        last = here;
        EXPECT_NEAR(odom->twist.twist.linear.x, 10.4, 0.6);
      } else if (m.channel->topic == "/lidar/top/points") {
        const auto cloud = rosmsg::decode_cdr<rosmsg::sensor_msgs::PointCloud2>(m.data);
        EXPECT_NEAR(cloud->width, 118'000, 6'000);
        EXPECT_EQ(cloud->data.size(), std::size_t{cloud->row_step});
        ASSERT_EQ(cloud->fields.back().name, "time");
        for (std::size_t i = 0; i < cloud->data.size(); i += cloud->point_step) {
          float x, y, time_s;
          std::memcpy(&x, &cloud->data[i], 4), std::memcpy(&y, &cloud->data[i + 4], 4);
          std::memcpy(&time_s, &cloud->data[i + cloud->fields.back().offset], 4);
          ASSERT_LE(std::abs(time_s), 0.053f);             // half a turn
          ASSERT_TRUE(y == 0 || (time_s < 0) == (y > 0));  // the left side comes first
          ASSERT_TRUE(x <= 0 || std::abs(y) > 0.01f * x || std::abs(time_s) < 2e-4f);
        }
      }
    }
  }
  EXPECT_NEAR(driven_m, 25.9, 0.3);
}

}  // namespace
}  // namespace gs::importers::kitti
