// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Names of RealSense topics, of the SDK and of the ROS node, are recognised.
#include "gs/convert/topics.h"

#include <gtest/gtest.h>

#include <map>

namespace gs::convert {
namespace {

// Stream type of a topic; empty if it is not recognized.
std::string type_of_topic(std::string_view topic) {
  const auto found = recognise_topic(topic);
  return found ? found->stream_type : "";
}

// Expects the stream type of each list of topics.
void expect_types(const std::map<std::string, std::vector<std::string>>& topics_by_type) {
  for (const auto& [type, topics] : topics_by_type) {
    for (const std::string& topic : topics) EXPECT_EQ(type_of_topic(topic), type) << topic;
  }
}

TEST(Topics, SdkTopicsAreRecognised) {
  expect_types({{"color", {"/device_0/sensor_1/Color_0/image/data"}},
                {"depth", {"/device_12/sensor_0/Depth_3/image/data"}},
                {"imu_accel", {"/device_0/sensor_2/Accel_0/imu/data"}},
                {"imu_gyro", {"/device_0/sensor_2/Gyro_0/imu/data"}},
                {"infrared", {"/device_0/sensor_0/Infrared_2/image/data"}}});
  EXPECT_EQ(recognise_topic("/device_0/sensor_0/Infrared_2/image/data")->infrared_index, 2);
  EXPECT_EQ(recognise_topic("/device_0/sensor_0/Infrared_77/image/data")->infrared_index, 9);
  for (const char* other :
       {"/device_0/sensor_1/Color_0/image/metadata", "/device_0/sensor_1/Color_/image/data",
        "/device_0/sensor_x/Color_0/image/data", "/device_0/sensor_1/Color_0/imu/data",
        "/device_/sensor_1/Color_0/image/data", "/device_0/sensor_1/Color_-1/image/data",
        "device_0/sensor_1/Color_0/image/data", "/device_0/sensor_1/Color_0/image/data/",
        "/x/device_0/sensor_1/Color_0/image/data", "/device_0/sensor_1/Color_99999999999/image/data"}) {
    EXPECT_EQ(type_of_topic(other), "") << other;
  }
}

TEST(Topics, RosNodeTopicsAreRecognised) {
  expect_types({{"color", {"/camera/color/image_raw", "/color/image_raw", "/a/b/c/color/image_raw"}},
                {"imu_accel", {"/camera/accel/sample"}},
                {"imu_gyro", {"/camera/gyro/sample"}},
                {"imu", {"/camera/imu", "/camera/camera/imu"}}});
  EXPECT_EQ(recognise_topic("/camera/depth/image_rect_raw")->preference, 0);
  EXPECT_EQ(recognise_topic("/camera/depth/image_raw")->preference, 1);
  EXPECT_EQ(recognise_topic("/camera/aligned_depth_to_color/image_raw")->preference, 2);
  EXPECT_EQ(recognise_topic("/camera/infra1/image_rect_raw")->infrared_index, 1);
  EXPECT_EQ(recognise_topic("/camera/infra2/image_raw")->infrared_index, 2);
  for (const char* other : {"", "/", "//color/image_raw", "/camera//color/image_raw", "/camera/color/image_raw/",
                            "color/image_raw", "/xcolor/image_raw", "/imu", "/other/imu", "/camera/infra/image_raw"}) {
    EXPECT_EQ(type_of_topic(other), "") << other;
  }
}

TEST(Topics, PrefixOfAnSdkTopic) {
  const auto option = sdk_prefix("/device_0/sensor_4/Depth_0/option/Depth Units//value");
  ASSERT_TRUE(option);
  EXPECT_EQ(option->prefix, "/device_0/sensor_4/Depth_0");
  EXPECT_EQ(option->sensor, 4);
  EXPECT_EQ(sdk_prefix("/device_0/sensor_4/Depth_0")->prefix, "/device_0/sensor_4/Depth_0");
  for (const char* other : {"", "/", "/device_0", "/device_0/sensor_1", "/device_0/sensor_1/info", "/a/b/c",
                            "/device_0/sensor_99999999999/Color_0/image/data", "/device_0/sensor_1/_0/x"}) {
    EXPECT_FALSE(sdk_prefix(other)) << other;
  }
}

// A matcher that recurses per character would overflow the stack here.
TEST(Topics, TopicOfMegabytesIsNotRecognised) {
  std::string many_segments;
  while (many_segments.size() < 4'000'000) many_segments += "/ab";
  for (const std::string& topic :
       {"/" + std::string(4'000'000, 'a'), many_segments + "/color/image_raw",
        "/device_0/sensor_0/" + std::string(4'000'000, 'A') + "_0/image/data",
        "/device_0/sensor_0/Infrared_" + std::string(4'000'000, '1') + "/image/data", "/camera" + many_segments}) {
    EXPECT_FALSE(recognise_topic(topic));
    EXPECT_FALSE(sdk_prefix(topic));
    EXPECT_FALSE(metadata_topic(topic));
  }
  // The prefix of an SDK topic is short, whatever follows it.
  EXPECT_EQ(sdk_prefix("/device_0/sensor_0/Color_0" + many_segments)->prefix, "/device_0/sensor_0/Color_0");
}

}  // namespace
}  // namespace gs::convert
