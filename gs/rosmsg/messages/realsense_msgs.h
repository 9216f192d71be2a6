// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the package realsense_msgs, which librealsense records besides images in ROS 1 bags.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "gs/rosmsg/messages/builtin_interfaces.h"

namespace gs::rosmsg::realsense_msgs {

// realsense_msgs/StreamInfo: frame rate and pixel format of a recorded stream.
struct StreamInfo {
  static constexpr std::string_view kType = "realsense_msgs/msg/StreamInfo";
  uint32_t fps = 0;
  std::string encoding;
  bool is_recommended = false;

  static void describe(auto& f) {
    f("fps", &StreamInfo::fps);
    f("encoding", &StreamInfo::encoding);
    f("is_recommended", &StreamInfo::is_recommended);
  }
  friend bool operator==(const StreamInfo&, const StreamInfo&) = default;
};

// realsense_msgs/ImuIntrinsic: calibration and noise of an accelerometer or gyroscope.
struct ImuIntrinsic {
  static constexpr std::string_view kType = "realsense_msgs/msg/ImuIntrinsic";
  std::array<float, 12> data{};  // 3 x 4, row-major: scale and misalignment, then bias
  std::array<float, 3> noise_variances{};
  std::array<float, 3> bias_variances{};

  static void describe(auto& f) {
    f("data", &ImuIntrinsic::data);
    f("noise_variances", &ImuIntrinsic::noise_variances);
    f("bias_variances", &ImuIntrinsic::bias_variances);
  }
  friend bool operator==(const ImuIntrinsic&, const ImuIntrinsic&) = default;
};

// realsense_msgs/Notification: a message of the device, such as an error.
struct Notification {
  static constexpr std::string_view kType = "realsense_msgs/msg/Notification";
  builtin_interfaces::Time timestamp;
  std::string category;
  std::string severity;
  std::string description;
  std::string serialized_data;

  static void describe(auto& f) {
    f("timestamp", &Notification::timestamp);
    f("category", &Notification::category);
    f("severity", &Notification::severity);
    f("description", &Notification::description);
    f("serialized_data", &Notification::serialized_data);
  }
  friend bool operator==(const Notification&, const Notification&) = default;
};

}  // namespace gs::rosmsg::realsense_msgs
