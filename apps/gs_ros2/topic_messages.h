// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The `gs-ros2 topic` commands that receive or send messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gs/ros2/node.h"

namespace gs {

// Arguments of all `topic` commands.
struct TopicArguments {
  std::string verb, topic, type, message;
  double discovery_time = 2.0;
  std::optional<double> duration;
  double rate = 1.0;
  int64_t count = 0;
  int64_t max_items = 16;
  bool best_effort = false, types = false;
};

// Prints messages as JSON.
Result<void> echo_topic(ros2::Node& node, const TopicArguments& a);
// Prints rate and bandwidth once per second, measured from the first message on.
Result<void> measure_rate(ros2::Node& node, const TopicArguments& a);
// Publishes a message repeatedly; waits for a subscriber first.
Result<void> publish_text(ros2::Node& node, const TopicArguments& a);

}  // namespace gs
