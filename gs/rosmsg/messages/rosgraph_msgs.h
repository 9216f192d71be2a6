// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package rosgraph_msgs.
#pragma once

#include <string_view>

#include "gs/rosmsg/messages/builtin_interfaces.h"

namespace gs::rosmsg::rosgraph_msgs {

// rosgraph_msgs/Clock: the simulation time, published on /clock.
struct Clock {
  static constexpr std::string_view kType = "rosgraph_msgs/msg/Clock";
  builtin_interfaces::Time clock;

  static void describe(auto& f) { f("clock", &Clock::clock); }
  friend bool operator==(const Clock&, const Clock&) = default;
};

}  // namespace gs::rosmsg::rosgraph_msgs
