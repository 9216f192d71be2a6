// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// `gs-log odometry`: the track of a log without poses in each output format, and the errors of logs without sweeps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "apps/gs_log/testing/run_gs_log.h"
#include "apps/gs_log/track_files.h"
#include "gs/core/file.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/tools/create_log.h"
#include "gs/mapping/testing/hall.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/schema/schema_text.h"

namespace gs {
namespace {

using gs_log::testing::run;
using mapping::testing::HallDrive;
using rosmsg::sensor_msgs::PointCloud2;
using rosmsg::sensor_msgs::PointField;
using testing::HasSubstr;

// A drive of 12 sweeps at 6 m/s through a hall.
HallDrive hall_drive() {
  HallDrive drive;
  drive.hall = mapping::testing::furnished_hall();
  drive.twist = {{}, {6, 0, 0}};
  drive.columns = 300, drive.sweeps = 12;
  return drive;
}

// Cloud with x, y, z and, if wanted, t [s after the stamp]; the LiDAR is the origin of base_link.
PointCloud2 cloud_of(const mapping::Sweep& sweep, bool times) {
  PointCloud2 cloud;
  cloud.header.stamp = sweep.stamp, cloud.header.frame_id = "lidar";
  cloud.height = 1, cloud.width = static_cast<uint32_t>(sweep.points.size());
  const char* names[] = {"x", "y", "z", "time"};
  for (uint32_t i = 0; i < (times ? 4u : 3u); ++i) cloud.fields.push_back({names[i], 4 * i, PointField::FLOAT32, 1});
  cloud.point_step = 16, cloud.row_step = 16 * cloud.width;
  cloud.data.resize(std::size_t{16} * cloud.width);
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const Vec3f p = sweep.points[i].position_in_base;
    const float values[4] = {p.x, p.y, p.z, sweep.time_offset_s[i]};
    std::memcpy(cloud.data.data() + 16 * i, values, 16);
  }
  return cloud;
}

// `recorded_s` is added to the recording times; the camera beside the LiDAR has those as stamps.
void write_sweeps(const fs::path& path, bool times, double recorded_s = 0) {
  HallDrive drive = hall_drive();
  const auto log = logio::create_log(path, {.profile = "ros2"}).value();
  logio::LogChannel channel{.topic = "/points", .message_encoding = "cdr"};
  channel.schema = {std::string(PointCloud2::kType), "ros2msg", rosmsg::ros2msg_text(rosmsg::type_of<PointCloud2>())};
  const uint32_t id = log->add_channel(channel).value();
  using Image = rosmsg::sensor_msgs::CompressedImage;
  channel.topic = "/image/compressed";
  channel.schema = {std::string(Image::kType), "ros2msg", rosmsg::ros2msg_text(rosmsg::type_of<Image>())};
  const uint32_t camera = recorded_s == 0 ? 0 : log->add_channel(channel).value();
  std::vector<std::byte> payload;
  for (std::size_t i = 0; i < drive.count(); ++i) {
    const mapping::Sweep sweep = drive.read(i).value();
    rosmsg::encode_cdr_into(cloud_of(sweep, times), payload);
    const Timestamp received = sweep.stamp + Duration::from_seconds(recorded_s);
    ASSERT_TRUE(log->write(id, received, received, static_cast<uint32_t>(i), payload));
    if (recorded_s == 0) continue;
    rosmsg::sensor_msgs::CompressedImage image;
    image.header.stamp = received;
    rosmsg::encode_cdr_into(image, payload);
    ASSERT_TRUE(log->write(camera, received, received, static_cast<uint32_t>(i), payload));
  }
  ASSERT_TRUE(log->close());
}

TEST(GsLogOdometry, WritesTheTrackOfALogWithoutPoses) {
  const TemporaryFolder folder;
  write_sweeps(folder.path() / "drive.mcap", true);
  const auto ran = run({"odometry", folder.path() / "drive.mcap", folder.path() / "track.tum"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, HasSubstr("12 poses, 6."));
  EXPECT_THAT(ran.err, HasSubstr("no transform from base_link to the LiDAR"));
  const std::string track = read_text_file(folder.path() / "track.tum").value();
  EXPECT_THAT(track, HasSubstr("100.0"));
  // The last line: 1.1 s after the first, 6.6 m further.
  const std::string last = track.substr(track.rfind('\n', track.size() - 2) + 1);
  double t, x, y, z;
  ASSERT_EQ(std::sscanf(last.c_str(), "%lf %lf %lf %lf", &t, &x, &y, &z), 4);
  EXPECT_NEAR(x, 6.6, 0.03);
  EXPECT_NEAR(y, 0, 0.03);
  EXPECT_NEAR(z, 0, 0.03);
}

TEST(GsLogOdometry, WritesALogWithVelocities) {
  const TemporaryFolder folder;
  write_sweeps(folder.path() / "drive.mcap", true);
  EXPECT_EQ(run({"odometry", folder.path() / "drive.mcap", folder.path() / "track.mcap"}).exit, 0);
  const auto ran = run({"echo", folder.path() / "track.mcap", "/odom", "--count", "5"});
  EXPECT_THAT(ran.out, HasSubstr("\"child_frame_id\": \"base_link\""));
  EXPECT_THAT(ran.out, testing::ContainsRegex("\"linear\": ..x.: (5.9|6.0)"));
}

// Sweeps that are stamped by the uptime of the sensor get the time of the other topics, as in a build.
TEST(GsLogOdometry, BringsTheStampsToTheClockOfTheLog) {
  const TemporaryFolder folder;
  write_sweeps(folder.path() / "drive.mcap", true, 1'772'359'200);
  const auto ran = run({"odometry", folder.path() / "drive.mcap", folder.path() / "track.tum"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.err, HasSubstr("/points: stamps count from power-on"));
  const std::string track = read_text_file(folder.path() / "track.tum").value();
  double t, x;
  ASSERT_EQ(std::sscanf(track.c_str(), "%lf %lf", &t, &x), 2);
  // The middle of the first sweep; the recording time is the stamp without the duration of the sweep.
  EXPECT_NEAR(t, 1'772'359'300, 0.15);
  // A single clock is used as it is.
  write_sweeps(folder.path() / "plain.mcap", true);
  EXPECT_EQ(run({"odometry", folder.path() / "plain.mcap", folder.path() / "plain.tum"}).exit, 0);
  EXPECT_EQ(read_text_file(folder.path() / "plain.tum").value().substr(0, 4), "100.");
}

TEST(GsLogOdometry, WarnsWithoutPointTimesAndRefusesLogsWithoutSweeps) {
  const TemporaryFolder folder;
  write_sweeps(folder.path() / "drive.mcap", false);
  const auto ran = run({"odometry", folder.path() / "drive.mcap", folder.path() / "track.kitti"});
  EXPECT_THAT(ran.err, HasSubstr("12 of 12 sweeps have no usable point times"));
  const auto again = run({"odometry", folder.path() / "drive.mcap", folder.path() / "track.kitti"});
  EXPECT_EQ(again.exit, 1);
  run({"odometry", folder.path() / "drive.mcap", folder.path() / "odom.mcap"});
  const auto none = run({"odometry", folder.path() / "odom.mcap", folder.path() / "none.tum"});
  EXPECT_EQ(none.exit, 4);
  EXPECT_THAT(none.err, HasSubstr("no LiDAR topic"));
  EXPECT_FALSE(fs::exists(folder.path() / "none.tum"));
}

TEST(TrackFiles, KittiAndTumLines) {
  const Rigid3d pose{Quaterniond::from_rpy(0.0, 0.0, kPi / 2), {1, 2, 3}};
  const Trajectory track = Trajectory::from_poses({{Timestamp::from_seconds(1.5), pose}}).value();
  EXPECT_EQ(gs_log::to_tum(track),
            "1.500000000 1.000000 2.000000 3.000000 0.000000000 0.000000000 0.707106781 0.707106781\n");
  double m[12];
  const std::string line = gs_log::to_kitti(track);
  const char* at = line.c_str();
  for (double& value : m) {
    char* end = nullptr;
    value = std::strtod(at, &end), at = end;
  }
  EXPECT_EQ(std::string(at), "\n");
  EXPECT_NEAR(m[1], -1, 1e-9);
  EXPECT_NEAR(m[4], 1, 1e-9);
  EXPECT_NEAR(m[3], 1, 1e-9);
  EXPECT_NEAR(m[11], 3, 1e-9);
}

}  // namespace
}  // namespace gs
