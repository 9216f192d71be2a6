// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package ouster_sensor_msgs. The older packages ouster_ros and ouster_msgs have the same message.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gs/rosmsg/message_type.h"

namespace gs::rosmsg::ouster_sensor_msgs {

// ouster_sensor_msgs/PacketMsg: one UDP packet of an Ouster LiDAR, of its points or of its IMU.
struct PacketMsg {
  static constexpr std::string_view kType = "ouster_sensor_msgs/msg/PacketMsg";
  std::vector<uint8_t> buf;

  static void describe(auto& f) { f("buf", &PacketMsg::buf); }
  friend bool operator==(const PacketMsg&, const PacketMsg&) = default;
};

}  // namespace gs::rosmsg::ouster_sensor_msgs
