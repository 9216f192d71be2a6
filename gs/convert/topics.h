// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The topics of RealSense recordings: SDK bags ("/device_0/sensor_1/Color_0/image/data") and realsense-ros nodes
// ("/camera/color/image_raw", "/camera/camera/color/image_raw").
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/convert/config.h"
#include "gs/logio/log.h"

namespace gs {

// What a topic is by its name; nothing for names we do not know.
struct RecognisedTopic {
  std::string stream_type;
  int infrared_index = 1;
  int preference = 0;  // of several depth topics the smallest number wins
};
std::optional<RecognisedTopic> recognise_topic(std::string_view topic);

// Where a topic of an SDK bag belongs: "/device_0/sensor_1/Color_0" and its sensor number.
struct SdkPrefix {
  std::string prefix;
  int sensor = 0;
};
std::optional<SdkPrefix> sdk_prefix(std::string_view topic);

bool is_sdk_log(const LogReader& log);

// Messages and their types, whichever way ROS 1 and ROS 2 spell them.
bool is_image_type(std::string_view type);
bool is_imu_type(std::string_view type);

// Camera_info topics that belong to an image topic, likely ones first.
std::vector<std::string> camera_info_candidates(std::string_view image_topic);
// The metadata topic beside a data topic of an SDK bag: "P/image/data" -> "P/image/metadata".
std::optional<std::string> metadata_topic(std::string_view data_topic);

// The mapping for a phase from the names of the log's topics; device is the model for the flavors.
std::map<std::string, StreamConfig> automatic_mapping(const LogReader& log, std::string_view phase,
                                                      std::string_view device);

// "/odom (nav_msgs/Odometry, 120 messages)", for messages about what was found.
std::string list_topics(const LogReader& log, std::size_t at_most = 12);

}  // namespace gs
