// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Bags of public recorders, compared with the message counts in their README.
#include <algorithm>
#include <map>

#include "gs/core/numbers/random.h"
#include "gs/logio/rosbag1/testing/test_bags.h"

namespace gs::logio {
namespace {

struct RealBag {
  const char* path;
  uint64_t messages;
  std::size_t channels;
  const char* codec;  // of its chunks; empty: no chunks
  bool indexed;
  std::map<std::string, uint64_t> topics;  // some or all
};

const std::vector<RealBag>& real_bags() {
  static const std::map<std::string, uint64_t> turtlesim = {{"/rosout", 10},
                                                            {"/tf", 2688},
                                                            {"/tf_static", 1},
                                                            {"/turtle1/cmd_vel", 357},
                                                            {"/turtle1/color_sensor", 1351},
                                                            {"/turtle1/pose", 1344},
                                                            {"/turtle2/cmd_vel", 208},
                                                            {"/turtle2/color_sensor", 1344},
                                                            {"/turtle2/pose", 1344}};
  static const std::map<std::string, uint64_t> husky = {
      {"/fix", 989}, {"/husky_velocity_controller/odom", 3952}, {"/imu/data", 11865}};
  static const std::map<std::string, uint64_t> jackal = {{"/imu/data", 3061},
                                                         {"/jackal_velocity_controller/odom", 3060}};
  static const std::map<std::string, uint64_t> realsense = {{"/device_0/sensor_0/Depth_0/image/data", 2},
                                                            {"/device_0/sensor_0/Depth_0/info/camera_info", 1},
                                                            {"/device_0/sensor_1/Color_0/image/data", 1},
                                                            {"/device_0/sensor_1/Color_0/info/camera_info", 1}};
  static const std::vector<RealBag> bags = {
      {"logs/ros1/edge_empty_message_definition.bag", 14, 1, "none", true, {{"/led_array_status", 14}}},
      {"logs/ros1/edge_multiple_connections.bag",
       6,
       5,
       "none",
       true,
       {{"/int_test_topic", 2}, {"/rosout", 2}, {"/test_topic", 2}}},
      {"logs/ros1/edge_no_messages.bag", 0, 0, "", true, {}},
      // The README counts four messages, but the last one is cut (54 of 110 bytes).
      {"logs/ros1/edge_truncated.bag", 3, 1, "none", false, {{"/rosout_agg", 3}}},
      {"logs/ros1/edge_unindexed.bag", 14, 2, "none", false, {{"/diagnostics_agg", 4}, {"/rosout_agg", 10}}},
      {"logs/ros1/edge_unsorted_chunks.bag", 3, 1, "none", true, {{"foo", 3}}},
      {"logs/ros1/embag_lidar_odom_scan_lz4.bag",
       15,
       3,
       "lz4",
       true,
       {{"/base_pose_ground_truth", 5}, {"/base_scan", 5}, {"/luminar_pointcloud", 5}}},
      {"logs/ros1/fiducials_jpeg_camera_info.bag",
       16,
       2,
       "none",
       true,
       {{"/raspicam_node/camera_info", 15}, {"/raspicam_node/image/compressed", 1}}},
      {"logs/ros1/librealsense_depth_color_640x480.bag", 135, 70, "lz4", true, realsense},
      {"logs/ros1/ouster_512x10_packets.bag",
       43,
       3,
       "none",
       true,
       {{"/os_node0/imu_packets", 10}, {"/os_node0/lidar_packets", 32}, {"/os_node0/metadata", 1}}},
      {"logs/ros1/plotjuggler_tilt_laser_imu_gps_tf.bag",
       4093,
       9,
       "none",
       true,
       {{"/gravity_vector", 356},
        {"/imu_data", 356},
        {"/info_gps", 356},
        {"/magnetic_vector", 356},
        {"/position_gps", 356},
        {"/scan", 178},
        {"/temperature", 712},
        {"/tf", 711},
        {"/velocity", 712}}},
      {"logs/ros1/robot_localization_husky_odom_imu_fix_bz2.bag", 16806, 3, "bz2", true, husky},
      {"logs/ros1/robot_localization_jackal_odom_imu_bz2.bag", 6121, 2, "bz2", true, jackal},
      {"logs/ros1/turtlesim_bz2.bag", 8647, 9, "bz2", true, turtlesim},
      {"logs/ros1/turtlesim_lz4.bag", 8647, 9, "lz4", true, turtlesim},
      {"logs/ros1/turtlesim_none.bag", 8647, 12, "none", true, turtlesim},
      {"bag/realsense_d435_depth_color_640x480.bag", 135, 70, "lz4", true, realsense},
      {"bag/robot_localization_test1_imu.bag", 16806, 3, "bz2", true, husky},
      {"bag/robot_localization_test2.bag", 6121, 2, "bz2", true, jackal},
      {"bag/example.bag", 8647, 12, "none", true, turtlesim},
      {"bag/example-lz4.bag", 8647, 9, "lz4", true, turtlesim},
      {"bag/example-bz2.bag", 8647, 9, "bz2", true, turtlesim},
      {"bag/example-unsorted-chunks.bag", 3, 1, "none", true, {{"foo", 3}}},
      {"bag/no-messages.bag", 0, 0, "", true, {}},
  };
  return bags;
}

std::optional<fs::path> test_data() {
  const char* folder = std::getenv("GS_TEST_DATA");
  return folder == nullptr ? std::nullopt : std::optional<fs::path>(folder);
}

TEST(RealBags, OpenWithTheCountsOfTheirReadme) {
  const auto data = test_data();
  if (!data) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public logs";
  for (const RealBag& bag : real_bags()) {
    SCOPED_TRACE(bag.path);
    Problems problems;
    const auto reader = open_rosbag1(*data / bag.path, problems);
    ASSERT_TRUE(reader) << to_string(reader.error());
    const LogInfo& info = (*reader)->info();
    EXPECT_EQ(info.message_count, bag.messages);
    EXPECT_EQ((*reader)->channels().size(), bag.channels);
    EXPECT_EQ(info.indexed, bag.indexed);
    EXPECT_EQ(info.chunks_by_compression.contains(bag.codec), *bag.codec != '\0');
    for (const Order order : {Order::file, Order::log_time}) {
      Problems reading;
      const auto messages = testing::read_all(**reader, {.order = order}, reading);
      EXPECT_EQ(messages.size(), bag.messages);
      std::map<std::string, uint64_t> counts;
      for (const auto& message : messages) ++counts[message.topic];
      for (const auto& [topic, count] : bag.topics) EXPECT_EQ(counts[topic], count) << topic;
      const bool sorted = std::ranges::is_sorted(messages, {}, &testing::Message::time_ns);
      EXPECT_TRUE(sorted || order == Order::file);
      EXPECT_TRUE(reading.empty() || !bag.indexed);
    }
    for (const auto& [topic, count] : bag.topics) {
      EXPECT_EQ(testing::read_all(**reader, {.topics = {topic}}, problems).size(), count) << topic;
    }
  }
}

TEST(RealBags, TheThreeCompressionsHoldTheSameMessages) {
  const auto data = test_data();
  if (!data) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public logs";
  std::vector<std::vector<testing::Message>> contents;
  for (const char* name : {"none", "lz4", "bz2"}) {
    Problems problems;
    const auto reader = open_rosbag1(*data / (std::string("logs/ros1/turtlesim_") + name + ".bag"), problems);
    ASSERT_TRUE(reader);
    contents.push_back(testing::read_all(**reader, {}, problems));
  }
  EXPECT_EQ(contents[1], contents[2]);
  EXPECT_EQ(contents[0].size(), contents[1].size());
}

TEST(RealBags, SurviveCheckAndAgreeWithTheirIndex) {
  const auto data = test_data();
  if (!data) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public logs";
  for (const RealBag& bag : real_bags()) {
    if (!bag.indexed) continue;
    Problems problems;
    const auto reader = open_rosbag1(*data / bag.path, problems);
    ASSERT_TRUE(reader && (*reader)->check_container(problems)) << bag.path;
    EXPECT_TRUE(problems.empty()) << bag.path << ": " << to_string(problems.all()[0]);
  }
}

TEST(RealBags, AnInterruptedRecordingKeepsItsFirstChunk) {
  const auto data = test_data();
  if (!data) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public logs";
  Problems problems;
  const auto reader = open_rosbag1(*data / "bag/realsense_d435_unindexed_truncated.bag", problems);
  ASSERT_TRUE(reader);
  EXPECT_FALSE((*reader)->info().indexed);
  EXPECT_GT((*reader)->info().message_count, 0u);
  EXPECT_TRUE(problems.has_errors());
  EXPECT_EQ(testing::read_all(**reader, {}, problems).size(), (*reader)->info().message_count);
}

TEST(RealBags, RandomBitFlipsNeverCrash) {
  const auto data = test_data();
  if (!data) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public logs";
  Random random(7, 1, 0);
  for (const RealBag& bag : real_bags()) {
    auto bytes = *read_binary_file(*data / bag.path, 1u << 30);
    if (bytes.size() > 300'000) continue;
    for (int i = 0; i < 12; ++i) {
      const std::size_t at = random.below(static_cast<uint32_t>(bytes.size()));
      const auto mask = static_cast<std::byte>(1u << random.below(8));
      bytes[at] ^= mask;
      Problems problems;
      testing::read_all(bytes, problems);
      bytes[at] ^= mask;
    }
  }
}

}  // namespace
}  // namespace gs::logio
