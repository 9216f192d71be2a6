// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package foxglove_msgs. The same messages in protobuf and JSON: gs/rosmsg/foxglove.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/builtin_interfaces.h"

namespace gs::rosmsg::foxglove_msgs {

// foxglove_msgs/CompressedVideo: one frame of a video in h264, h265, vp9 or av1.
struct CompressedVideo {
  static constexpr std::string_view kType = "foxglove_msgs/msg/CompressedVideo";
  builtin_interfaces::Time timestamp;
  std::string frame_id;
  std::vector<uint8_t> data;
  std::string format;

  static void describe(auto& f) {
    f("timestamp", &CompressedVideo::timestamp);
    f("frame_id", &CompressedVideo::frame_id);
    f("data", &CompressedVideo::data);
    f("format", &CompressedVideo::format);
  }
  friend bool operator==(const CompressedVideo&, const CompressedVideo&) = default;
};

// foxglove_msgs/CompressedImage: one encoded image (jpeg, png).
struct CompressedImage {
  static constexpr std::string_view kType = "foxglove_msgs/msg/CompressedImage";
  builtin_interfaces::Time timestamp;
  std::string frame_id;
  std::vector<uint8_t> data;
  std::string format;

  static void describe(auto& f) {
    f("timestamp", &CompressedImage::timestamp);
    f("frame_id", &CompressedImage::frame_id);
    f("data", &CompressedImage::data);
    f("format", &CompressedImage::format);
  }
  friend bool operator==(const CompressedImage&, const CompressedImage&) = default;
};

// foxglove_msgs/RawImage: one uncompressed image; rows of `step` bytes.
struct RawImage {
  static constexpr std::string_view kType = "foxglove_msgs/msg/RawImage";
  builtin_interfaces::Time timestamp;
  std::string frame_id;
  uint32_t width = 0;
  uint32_t height = 0;
  std::string encoding;
  uint32_t step = 0;
  std::vector<uint8_t> data;

  static void describe(auto& f) {
    f("timestamp", &RawImage::timestamp);
    f("frame_id", &RawImage::frame_id);
    f("width", &RawImage::width);
    f("height", &RawImage::height);
    f("encoding", &RawImage::encoding);
    f("step", &RawImage::step);
    f("data", &RawImage::data);
  }
  friend bool operator==(const RawImage&, const RawImage&) = default;
};

}  // namespace gs::rosmsg::foxglove_msgs
