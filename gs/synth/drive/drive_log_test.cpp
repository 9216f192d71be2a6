// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The synthetic drive log: topics, rig, camera models, planted faults.
#include "gs/synth/drive/drive_log.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>

#include "gs/assets/image/jpeg.h"
#include "gs/core/hash/sha256.h"
#include "gs/core/parallel.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/mcap/reader.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/synth/drive/messages.h"
#include "gs/synth/drive/rig.h"
#include "gs/synth/drive/testing/recorded_log.h"

namespace gs::synth {
namespace {

using testing::messages_of, testing::record, testing::tiny;

TEST(DriveLog, SameArgumentsSameBytesWithOneAndTwoThreads) {
  const auto run = [](int threads) {
    const ScopedThreadCount scope(threads);
    return sha256_hex(record(tiny()));
  };
  const std::string one = run(1);
  EXPECT_EQ(one, run(2));
  EXPECT_EQ(one, run(1));
  DriveOptions other = tiny();
  other.street.seed = 2;
  EXPECT_NE(one, sha256_hex(record(other)));
}

TEST(DriveLog, PresetsGiveTheSameBytesWithOneAndThreeThreads) {
  const auto run = [](int threads) {
    const ScopedThreadCount scope(threads);
    DriveOptions o = tiny();
    o.traffic = false, o.traffic_preset = "mixed", o.rolling_shutter_s = 0.02;
    return sha256_hex(record(o));
  };
  EXPECT_EQ(run(1), run(3));
}

TEST(DriveLog, TrafficIsRandomOrScripted) {
  DriveOptions o = tiny();
  o.traffic_preset = "mixed";
  EXPECT_EQ(make_rig(o).error().code, ErrorCode::invalid_option);
  o.traffic = false;
  EXPECT_TRUE(make_rig(o));
}

TEST(DriveLog, HoldsEveryTopicOfACar) {
  auto log = messages_of(record(tiny()));
  EXPECT_EQ(log["/camera/front/image_raw/compressed"].size(), 5u);  // 0, 83, 167, 250, 333 ms
  // The last sweep must end within the drive; transforms begin earlier and end later than the drive.
  EXPECT_EQ(log["/camera/front/camera_info"].size(), 5u);
  EXPECT_EQ(log["/camera/rear/camera_info"].size(), 5u);
  EXPECT_EQ(log["/lidar/top/points"].size(), 4u);
  EXPECT_EQ(log["/tf_static"].size(), 1u);
  EXPECT_EQ(log["/tf"].size(), 71u);
  EXPECT_EQ(log["/odom"].size(), 21u);
  EXPECT_EQ(log["/imu"].size(), 41u);
  EXPECT_EQ(log["/gnss"].size(), 5u);
}

TEST(DriveLog, MessagesDescribeTheRig) {
  auto log = messages_of(record(tiny()));
  const auto image =
      rosmsg::decode_cdr<rosmsg::sensor_msgs::CompressedImage>(log["/camera/front/image_raw/compressed"][2].data);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->header.frame_id, "camera_front");
  const auto* first = reinterpret_cast<const std::byte*>(image->data.data());
  const auto picture = assets::decode_jpeg({first, image->data.size()});
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->width, 96);
  const auto info = rosmsg::decode_cdr<rosmsg::sensor_msgs::CameraInfo>(log["/camera/front/camera_info"][2].data);
  ASSERT_TRUE(info);
  EXPECT_EQ(info->distortion_model, "plumb_bob");
  EXPECT_EQ(info->d.size(), 5u);
  EXPECT_EQ(info->header.stamp, image->header.stamp);
  const auto frames = rosmsg::decode_cdr<rosmsg::tf2_msgs::TFMessage>(log["/tf_static"][0].data);
  ASSERT_TRUE(frames);
  EXPECT_EQ(frames->transforms.size(), 5u);  // two cameras, LiDAR, IMU, GNSS
  const auto cloud = rosmsg::decode_cdr<rosmsg::sensor_msgs::PointCloud2>(log["/lidar/top/points"][1].data);
  ASSERT_TRUE(cloud);
  EXPECT_EQ(cloud->point_step, 24u);
  EXPECT_EQ(cloud->data.size(), 24u * cloud->width);
  EXPECT_EQ(cloud->header.stamp.timestamp(), kDriveStart + Duration::from_ms(100));
  EXPECT_TRUE(cloud->is_dense);
  // The recording time is never before the measurement.
  EXPECT_GT(log["/lidar/top/points"][1].log_time, cloud->header.stamp.timestamp());
}

TEST(DriveLog, RawImagesAndEveryLens) {
  for (const char* lens : {"pinhole", "rational", "equidistant"}) {
    DriveOptions o = tiny();
    o.raw = true, o.lens = lens, o.cameras = {"left"}, o.lidar = "none", o.duration_s = 0.2, o.rolling_shutter_s = 0.02,
    o.exposure_changes = true;
    auto log = messages_of(record(o));
    ASSERT_EQ(log["/camera/left/image_raw"].size(), 3u) << lens;
    const auto image = rosmsg::decode_cdr<rosmsg::sensor_msgs::Image>(log["/camera/left/image_raw"][0].data);
    ASSERT_TRUE(image);
    EXPECT_EQ(image->encoding, "rgb8");
    EXPECT_EQ(image->data.size(), 96u * 64 * 3);
    EXPECT_EQ(log.count("/lidar/top/points"), 0u);
  }
}

TEST(DriveLog, VariantsHaveTheirFault) {
  EXPECT_EQ(messages_of(record(tiny("missing_topic"))).count("/lidar/top/points"), 0u);
  EXPECT_EQ(messages_of(record(tiny("missing_tf"))).count("/tf_static"), 0u);
  EXPECT_EQ(messages_of(record(tiny("missing_camera_info"))).count("/camera/front/camera_info"), 0u);
  // 71 transforms without the gap.
  EXPECT_LT(messages_of(record(tiny("gaps")))["/tf"].size(), 60u);
  auto late = messages_of(record(tiny("unsynchronised")));
  const auto image =
      rosmsg::decode_cdr<rosmsg::sensor_msgs::CompressedImage>(late["/camera/front/image_raw/compressed"][0].data);
  EXPECT_EQ(image->header.stamp.timestamp(), kDriveStart + Duration::from_ms(350));
  auto nan = messages_of(record(tiny("nan_points")));
  EXPECT_FALSE(rosmsg::decode_cdr<rosmsg::sensor_msgs::PointCloud2>(nan["/lidar/top/points"][0].data)->is_dense);
}

TEST(DriveLog, CorruptChunkIsFoundAndTheRestIsRead) {
  const TemporaryFolder folder;
  const fs::path path = folder / "corrupt.mcap";
  NoProgress progress;
  DriveOptions o = tiny("corrupt_chunk");
  o.raw = true, o.resolution = "320x200";  // large enough for several chunks
  ASSERT_TRUE(write_drive(path, o, progress));
  Problems problems;
  const auto reader = logio::McapReader::open(path, problems);
  ASSERT_TRUE(reader);
  const auto stream = (*reader)->read({}, problems);
  ASSERT_TRUE(stream);
  std::size_t read = 0;
  while (true) {
    const auto batch = (*stream)->next_batch();
    if (!batch || batch->empty()) break;
    read += batch->size();
  }
  EXPECT_TRUE(problems.has_errors() || problems.count(Severity::warning) > 0);
  EXPECT_GT(read, 20u);
  fs::remove(path);
}

TEST(DriveLog, NoneIsADriveWithoutCameras) {
  DriveOptions o = tiny();
  ASSERT_TRUE(OptionTable::of(o).set("cameras", "none"));
  const auto messages = messages_of(record(o));
  EXPECT_FALSE(messages.empty());
  for (const auto& [topic, all] : messages) EXPECT_EQ(topic.find("camera"), std::string::npos) << topic;
}

TEST(DriveLog, RefusesUnknownOptionValues) {
  NoProgress progress;
  std::vector<std::byte> bytes;
  for (const auto change : {+[](DriveOptions& o) { o.resolution = "big"; }, +[](DriveOptions& o) { o.lidar = "laser"; },
                            +[](DriveOptions& o) { o.cameras = {"roof"}; },
                            +[](DriveOptions& o) {
                              o.cameras = {"front", "none"};
                            },
                            +[](DriveOptions& o) {
                              o.cameras = {"front", "front"};
                            }}) {
    DriveOptions o = tiny();
    change(o);
    const auto report = write_drive(std::make_unique<logio::MemorySink>(bytes), o, progress);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::invalid_option);
  }
}

}  // namespace
}  // namespace gs::synth
