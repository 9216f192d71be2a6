// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package ffmpeg_image_transport_msgs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/std_msgs.h"

namespace gs::rosmsg::ffmpeg_image_transport_msgs {

// ffmpeg_image_transport_msgs/FFMPEGPacket: one packet of a coded video.
struct FFMPEGPacket {
  static constexpr std::string_view kType = "ffmpeg_image_transport_msgs/msg/FFMPEGPacket";
  std_msgs::Header header;
  int32_t width = 0, height = 0;  // of the image [px]
  std::string encoding;           // codec, then formats: "h264;yuv420p;bgr8;rgb8"; older: only the codec or encoder
  uint64_t pts = 0;               // number of the frame, not a time
  uint8_t flags = 0;              // bit 0: key frame
  bool is_bigendian = false;
  std::vector<uint8_t> data;

  static void describe(auto& f) {
    f("header", &FFMPEGPacket::header);
    f("width", &FFMPEGPacket::width);
    f("height", &FFMPEGPacket::height);
    f("encoding", &FFMPEGPacket::encoding);
    f("pts", &FFMPEGPacket::pts);
    f("flags", &FFMPEGPacket::flags);
    f("is_bigendian", &FFMPEGPacket::is_bigendian);
    f("data", &FFMPEGPacket::data);
  }
  friend bool operator==(const FFMPEGPacket&, const FFMPEGPacket&) = default;
};

}  // namespace gs::rosmsg::ffmpeg_image_transport_msgs
