// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package pandar_msgs.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/std_msgs.h"

namespace gs::rosmsg::pandar_msgs {

// pandar_msgs/PandarPacket: one UDP packet of a Hesai LiDAR, at the start of `data`.
struct PandarPacket {
  static constexpr std::string_view kType = "pandar_msgs/msg/PandarPacket";
  builtin_interfaces::Time stamp;
  std::array<uint8_t, 1500> data{};
  uint32_t size = 0;  // bytes used of data

  static void describe(auto& f) {
    f("stamp", &PandarPacket::stamp);
    f("data", &PandarPacket::data);
    f("size", &PandarPacket::size);
  }
  friend bool operator==(const PandarPacket&, const PandarPacket&) = default;
};

// pandar_msgs/PandarScan: the packets of about one revolution.
struct PandarScan {
  static constexpr std::string_view kType = "pandar_msgs/msg/PandarScan";
  std_msgs::Header header;
  std::vector<PandarPacket> packets;

  static void describe(auto& f) {
    f("header", &PandarScan::header);
    f("packets", &PandarScan::packets);
  }
  friend bool operator==(const PandarScan&, const PandarScan&) = default;
};

}  // namespace gs::rosmsg::pandar_msgs
