// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses the bytes before the first NUL as the metadata of an Ouster sensor, and decodes the rest as its packets.
#include <algorithm>

#include "fuzz/lidar_feed.h"
#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/messages/ouster_sensor_msgs.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using gs::rosmsg::ouster_sensor_msgs::PacketMsg;
  const gs::Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto end = static_cast<std::size_t>(std::find(data, data + size, 0) - data);
  auto metadata = gs::lidar::parse_ouster_metadata(gs::as_text(bytes.first(end)));
  gs::fuzz::feed(PacketMsg::kType, {}, "ros1", std::array{bytes});
  if (!metadata) return 0;
  const std::size_t length = metadata->packet_bytes();
  std::vector<std::vector<std::byte>> messages;
  std::vector<gs::Bytes> payloads;
  for (std::size_t at = std::min(end + 1, size); at < size && messages.size() < 16; at += length) {
    const std::size_t count = std::min(length, size - at);
    messages.push_back(gs::rosmsg::encode_ros1(PacketMsg{.buf = {data + at, data + at + count}}));
  }
  for (const auto& message : messages) payloads.emplace_back(message);
  gs::fuzz::feed(PacketMsg::kType, {.ouster = *std::move(metadata)}, "ros1", payloads);
  return 0;
}
