// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Topic names of RealSense recordings: SDK bags ("/device_0/sensor_1/Color_0/image/data") and realsense-ros nodes
// ("/camera/color/image_raw", "/camera/camera/color/image_raw").
//
// clang-format off
//   SDK                                        realsense-ros                          stream type
//   /device_0/sensor_1/Color_0/image/data      .../color/image_raw                    color
//   /device_0/sensor_0/Depth_0/image/data      .../depth/image_rect_raw               depth
//   /device_0/sensor_0/Infrared_1/image/data   .../infra1/image_rect_raw              infrared
//   /device_0/sensor_2/Accel_0/imu/data        .../accel/sample                       imu_accel
//   /device_0/sensor_2/Gyro_0/imu/data         .../gyro/sample                        imu_gyro
//                                              /camera/.../imu                        imu
// clang-format on
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/convert/config.h"
#include "gs/logio/api/log.h"

namespace gs::convert {

// Stream type of a topic.
struct RecognisedTopic {
  std::string stream_type;
  int infrared_index = 1;
  int preference = 0;  // of several depth topics, the smallest number is used
};
// Derives the stream type from a topic name; nullopt for unknown names.
std::optional<RecognisedTopic> recognise_topic(std::string_view topic);

// Stream of an SDK topic: "/device_0/sensor_1/Color_0" and its sensor number.
struct SdkPrefix {
  std::string prefix;
  int sensor = 0;
};
// Splits the prefix from an SDK topic; nullopt for other topics.
std::optional<SdkPrefix> sdk_prefix(std::string_view topic);

// True if the log was recorded by the RealSense SDK.
bool is_sdk_log(const logio::LogReader& log);

// Compare message types in the spelling of ROS 1 and of ROS 2.
bool is_image_type(std::string_view type);
bool is_imu_type(std::string_view type);

// Possible camera_info topics of an image topic, most likely first.
std::vector<std::string> camera_info_candidates(std::string_view image_topic);
// Metadata topic of an SDK data topic: "P/image/data" -> "P/image/metadata".
std::optional<std::string> metadata_topic(std::string_view data_topic);

// Derives the mapping of a phase from the topic names of a log. `device` is the model in the flavors. Topics without
// messages are left out.
std::map<std::string, StreamConfig> automatic_mapping(const logio::LogReader& log, std::string_view phase,
                                                      std::string_view device);

// List for messages: "/odom (nav_msgs/Odometry, 120 messages), ...".
std::string list_topics(const logio::LogReader& log, std::size_t at_most = 12);

}  // namespace gs::convert
