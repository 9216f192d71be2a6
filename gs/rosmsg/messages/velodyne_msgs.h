// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package velodyne_msgs.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/std_msgs.h"

namespace gs::rosmsg::velodyne_msgs {

// velodyne_msgs/VelodynePacket: one UDP packet of a Velodyne LiDAR.
struct VelodynePacket {
  static constexpr std::string_view kType = "velodyne_msgs/msg/VelodynePacket";
  builtin_interfaces::Time stamp;
  std::array<uint8_t, 1206> data{};

  static void describe(auto& f) {
    f("stamp", &VelodynePacket::stamp);
    f("data", &VelodynePacket::data);
  }
  friend bool operator==(const VelodynePacket&, const VelodynePacket&) = default;
};

// velodyne_msgs/VelodyneScan: the packets of about one revolution.
struct VelodyneScan {
  static constexpr std::string_view kType = "velodyne_msgs/msg/VelodyneScan";
  std_msgs::Header header;
  std::vector<VelodynePacket> packets;

  static void describe(auto& f) {
    f("header", &VelodyneScan::header);
    f("packets", &VelodyneScan::packets);
  }
  friend bool operator==(const VelodyneScan&, const VelodyneScan&) = default;
};

}  // namespace gs::rosmsg::velodyne_msgs
