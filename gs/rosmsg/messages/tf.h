// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS 1 package tf, which tf2 replaced; they occur only in ROS 1 logs.
#pragma once

#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/geometry_msgs.h"

namespace gs::rosmsg::tf {

// tf/tfMessage: has the same fields and bytes as tf2_msgs/TFMessage.
struct tfMessage {
  static constexpr std::string_view kType = "tf/msg/tfMessage";
  std::vector<geometry_msgs::TransformStamped> transforms;

  static void describe(auto& f) { f("transforms", &tfMessage::transforms); }
  friend bool operator==(const tfMessage&, const tfMessage&) = default;
};

}  // namespace gs::rosmsg::tf
