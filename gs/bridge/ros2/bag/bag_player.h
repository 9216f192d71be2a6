// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Publishes a log again: with the QoS it was recorded with, at its pace or another, with a clock if asked for.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gs/bridge/ros2/node.h"
#include "gs/core/problems.h"

namespace gs::bridge {

struct BagPlayOptions {
  std::vector<std::string> topics{};  // empty: all
  double rate = 1.0;                  // seconds of the log a second; 0: as fast as they can be sent
  double start_offset_s = 0;
  double clock_hz = 0;       // > 0: /clock with the time of the log, that often; the log's own /clock is left out
  double discovery_s = 2.0;  // how long subscribers may take to appear
  std::function<bool()> stop{};
};

struct BagPlayReport {
  uint64_t messages = 0;
  std::vector<std::string> skipped{};  // topics that cannot be published, each with the reason
};

// Any log of ROS 2 messages (MCAP, rosbag2). Returns when the last message was sent and acknowledged.
Result<BagPlayReport> play_bag(ros2::Node& node, const std::filesystem::path& path, const BagPlayOptions& options,
                               Problems& problems);

}  // namespace gs::bridge
