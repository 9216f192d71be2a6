// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package nebula_msgs.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/std_msgs.h"

namespace gs::rosmsg::nebula_msgs {

// nebula_msgs/NebulaPacket: one UDP packet of a LiDAR or radar of any vendor.
struct NebulaPacket {
  static constexpr std::string_view kType = "nebula_msgs/msg/NebulaPacket";
  builtin_interfaces::Time stamp;
  std::vector<uint8_t> data;

  static void describe(auto& f) {
    f("stamp", &NebulaPacket::stamp);
    f("data", &NebulaPacket::data);
  }
  friend bool operator==(const NebulaPacket&, const NebulaPacket&) = default;
};

// nebula_msgs/NebulaPackets: the packets of about one revolution.
struct NebulaPackets {
  static constexpr std::string_view kType = "nebula_msgs/msg/NebulaPackets";
  std_msgs::Header header;
  std::vector<NebulaPacket> packets;

  static void describe(auto& f) {
    f("header", &NebulaPackets::header);
    f("packets", &NebulaPackets::packets);
  }
  friend bool operator==(const NebulaPackets&, const NebulaPackets&) = default;
};

}  // namespace gs::rosmsg::nebula_msgs
