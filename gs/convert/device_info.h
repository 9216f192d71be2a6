// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// First pass over a log: collects the messages that describe device, sensors and cameras, wherever they are in the
// file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/convert/config.h"
#include "gs/convert/errors.h"
#include "gs/core/problems.h"
#include "gs/logio/api/log.h"
#include "gs/rosmsg/messages/geometry_msgs.h"
#include "gs/rosmsg/messages/realsense_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs::convert {

// First camera_info of an image topic.
struct FoundCameraInfo {
  std::string topic;
  rosmsg::sensor_msgs::CameraInfo info;
  Timestamp log_time;
  uint64_t count = 0;  // number of camera_info messages in the log
};

// Copy of a message that has no position in time.
struct StaticMessage {
  const logio::LogChannel* channel = nullptr;
  Timestamp log_time, publish_time;
  uint32_t sequence = 0;
  std::vector<std::byte> data;
};

using TextMap = std::map<std::string, std::string>;

// Device information of a log. Prefixes are those of SDK topics: "/device_0/sensor_2/Accel_0".
struct DeviceInfo {
  bool sdk = false;                                // recorded by the RealSense SDK instead of ROS nodes
  uint32_t file_version = 0;                       // of an SDK bag: 2 to 4
  TextMap device;                                  // "Name" -> "Intel RealSense D435I"
  std::map<int, TextMap> sensors;                  // by sensor number: "Name", and "option/Depth Units" -> "0.001"
  std::map<std::string, FoundCameraInfo> cameras;  // by image topic
  std::map<std::string, rosmsg::realsense_msgs::ImuIntrinsic> imu_intrinsics;  // by prefix
  std::map<std::string, rosmsg::geometry_msgs::Transform> extrinsics;          // by prefix
  std::map<std::string, std::string> domains;                                  // timestamp domain by data topic
  std::vector<StaticMessage> statics;
};

// SDK bags store static messages with log times before this one.
constexpr Timestamp kStaticEnd{2};

// Reads static messages, camera_info and timestamp domains of the mapped topics. Errors: RosbagReadError.
Converted<DeviceInfo> find_devices(const logio::LogReader& log, const std::map<std::string, StreamConfig>& mapping,
                                   Problems& problems);

}  // namespace gs::convert
