// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// tf, the package before tf2: only in ROS 1 logs.
#pragma once

#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/geometry_msgs.h"

namespace gs::tf {

// The bytes of tf2_msgs/TFMessage under an older name.
struct tfMessage {
  static constexpr std::string_view kType = "tf/msg/tfMessage";
  std::vector<geometry_msgs::TransformStamped> transforms;

  static void describe(auto& f) { f("transforms", &tfMessage::transforms); }
  friend bool operator==(const tfMessage&, const tfMessage&) = default;
};

}  // namespace gs::tf
