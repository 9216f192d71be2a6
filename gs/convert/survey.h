// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The first look at a log: what is said once about device, sensors and cameras, wherever in the file it stands.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/convert/config.h"
#include "gs/convert/errors.h"
#include "gs/core/problems.h"
#include "gs/logio/log.h"
#include "gs/rosmsg/messages/geometry_msgs.h"
#include "gs/rosmsg/messages/realsense_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs {

struct FoundCameraInfo {
  std::string topic;
  sensor_msgs::CameraInfo info;
  Timestamp log_time;
  uint64_t count = 0;  // messages in the log
};

// A copy of a message that stands outside the flow of time.
struct StaticMessage {
  const LogChannel* channel = nullptr;
  Timestamp log_time, publish_time;
  uint32_t sequence = 0;
  std::vector<std::byte> data;
};

using TextMap = std::map<std::string, std::string>;

struct Survey {
  bool sdk = false;                                // recorded by the RealSense SDK, not by ROS nodes
  uint32_t file_version = 0;                       // of an SDK bag: 2 to 4
  TextMap device;                                  // "Name" -> "Intel RealSense D435I"
  std::map<int, TextMap> sensors;                  // by sensor number: "Name", and "option/Depth Units" -> "0.001"
  std::map<std::string, FoundCameraInfo> cameras;  // by image topic
  std::map<std::string, realsense_msgs::ImuIntrinsic> imu_intrinsics;  // by prefix "/device_0/sensor_2/Accel_0"
  std::map<std::string, geometry_msgs::Transform> extrinsics;          // by prefix
  std::map<std::string, std::string> domains;                          // timestamp domain by data topic
  std::vector<StaticMessage> statics;
};

// SDK bags put what is static at the smallest legal time.
constexpr Timestamp kStaticEnd{2};

Converted<Survey> survey_log(const LogReader& log, const std::map<std::string, StreamConfig>& mapping,
                             Problems& problems);

}  // namespace gs
