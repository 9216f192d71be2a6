// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Environment variables that control the discovery of other ROS 2 processes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"

namespace gs::ros2 {

// Values of ROS_AUTOMATIC_DISCOVERY_RANGE.
enum class DiscoveryRange { subnet, localhost, off, system_default };

// Where a participant looks for others.
struct DiscoveryOptions {
  uint32_t domain_id = 0;
  DiscoveryRange range = DiscoveryRange::subnet;
  bool loopback_only = false;  // ROS_LOCALHOST_ONLY=1: every participant of the graph is bound to 127.0.0.1
  std::vector<std::string> static_peers{};
  bool wide_gids = false;  // ROS_DISTRO=humble: gids of 24 bytes in ros_discovery_info
};

// Largest domain id whose UDP ports stay below 65536.
inline constexpr uint32_t kMaxDomainId = 232;

// Returns the value of a variable; empty if it is not set.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;
// The environment of this process.
Environment process_environment();

// Reads ROS_DOMAIN_ID, ROS_AUTOMATIC_DISCOVERY_RANGE, ROS_STATIC_PEERS, ROS_LOCALHOST_ONLY and ROS_DISTRO. Errors:
// invalid_option for a bad domain id.
Result<DiscoveryOptions> read_discovery_options(const Environment& environment);

}  // namespace gs::ros2
