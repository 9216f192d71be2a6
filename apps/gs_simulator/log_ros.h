// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "gs/core/log.h"
#include "gs/ros2/node.h"

namespace gs {

// Prints a line of a ROS 2 node at the matching level of --log-level.
inline void log_ros(ros2::LogLevel level, const std::string& text) {
  if (level >= ros2::LogLevel::error) return log_message(LogLevel::error, text);
  if (level >= ros2::LogLevel::warning) return log_message(LogLevel::warning, text);
  log_message(level >= ros2::LogLevel::info ? LogLevel::info : LogLevel::debug, text);
}

}  // namespace gs
