// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shared by the fuzz targets of packets: cuts bytes into packets of one message.
#pragma once

#include <algorithm>

#include "fuzz/lidar_feed.h"
#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/messages/nebula_msgs.h"

namespace gs::fuzz {

// Decodes the bytes as packets of this length, twice, and as the payload of a message of this type.
inline void feed_packets(std::string_view type, const lidar::DecoderCalibration& calibration, Bytes bytes,
                         std::size_t packet_bytes) {
  rosmsg::nebula_msgs::NebulaPackets message;
  for (Bytes rest = bytes; !rest.empty() && message.packets.size() < 64;) {
    const Bytes packet = rest.first(std::min(rest.size(), packet_bytes));
    const auto* data = reinterpret_cast<const uint8_t*>(packet.data());
    message.packets.push_back({.stamp = {}, .data = {data, data + packet.size()}});
    rest = rest.subspan(packet.size());
  }
  const std::vector<std::byte> payload = rosmsg::encode_ros1(message);
  feed(rosmsg::nebula_msgs::NebulaPackets::kType, calibration, "ros1", std::array{Bytes(payload), Bytes(payload)});
  feed(type, calibration, "ros1", std::array{bytes});
}

}  // namespace gs::fuzz
