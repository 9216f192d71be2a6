// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Plays a log: publishes its messages with the recorded QoS, at the recorded or another rate, and optionally a clock.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/problems.h"
#include "gs/ros2/node.h"

namespace gs::bridge {

// What is played, and how fast.
struct BagPlayOptions {
  std::vector<std::string> topics{};  // empty: all
  double rate = 1.0;                  // log seconds per second; 0: as fast as possible
  double start_offset_s = 0;          // skip this much of the log's start
  double clock_hz = 0;           // > 0: publish log time on /clock at this rate; the log's own /clock is then skipped
  double discovery_s = 2.0;      // longest wait for subscribers before the first message
  std::function<bool()> stop{};  // true ends playing
};

// Result of playing.
struct BagPlayReport {
  uint64_t messages = 0;
  std::vector<std::string> skipped{};  // "topic: reason" of topics that cannot be published
};

// Plays any log of ROS 2 messages (MCAP, rosbag2). Returns after the last message was sent and acknowledged. Errors:
// topic_not_found if no topic can be played; those of reading and sending.
Result<BagPlayReport> play_bag(ros2::Node& node, const std::filesystem::path& path, const BagPlayOptions& options,
                               Problems& problems);

}  // namespace gs::bridge
