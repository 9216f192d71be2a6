// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package tf2_msgs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/geometry_msgs.h"

namespace gs::rosmsg::tf2_msgs {

// tf2_msgs/TFMessage: transforms between frames, published on /tf and /tf_static.
struct TFMessage {
  static constexpr std::string_view kType = "tf2_msgs/msg/TFMessage";
  std::vector<geometry_msgs::TransformStamped> transforms;

  static void describe(auto& f) { f("transforms", &TFMessage::transforms); }
  friend bool operator==(const TFMessage&, const TFMessage&) = default;
};

// tf2_msgs/TF2Error: why a transform could not be computed.
struct TF2Error {
  static constexpr std::string_view kType = "tf2_msgs/msg/TF2Error";
  static constexpr uint8_t NO_ERROR = 0;
  static constexpr uint8_t LOOKUP_ERROR = 1;
  static constexpr uint8_t CONNECTIVITY_ERROR = 2;
  static constexpr uint8_t EXTRAPOLATION_ERROR = 3;
  static constexpr uint8_t INVALID_ARGUMENT_ERROR = 4;
  static constexpr uint8_t TIMEOUT_ERROR = 5;
  static constexpr uint8_t TRANSFORM_ERROR = 6;
  uint8_t error = 0;
  std::string error_string;

  static void describe(auto& f) {
    f.constant("NO_ERROR", NO_ERROR);
    f.constant("LOOKUP_ERROR", LOOKUP_ERROR);
    f.constant("CONNECTIVITY_ERROR", CONNECTIVITY_ERROR);
    f.constant("EXTRAPOLATION_ERROR", EXTRAPOLATION_ERROR);
    f.constant("INVALID_ARGUMENT_ERROR", INVALID_ARGUMENT_ERROR);
    f.constant("TIMEOUT_ERROR", TIMEOUT_ERROR);
    f.constant("TRANSFORM_ERROR", TRANSFORM_ERROR);
    f("error", &TF2Error::error);
    f("error_string", &TF2Error::error_string);
  }
  friend bool operator==(const TF2Error&, const TF2Error&) = default;
};

}  // namespace gs::rosmsg::tf2_msgs
