// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The environment variables that say where a ROS 2 process looks for others.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"

namespace gs::ros2 {

enum class DiscoveryRange { subnet, localhost, off, system_default };

struct DiscoveryOptions {
  uint32_t domain_id = 0;
  DiscoveryRange range = DiscoveryRange::subnet;
  bool loopback_only = false;  // ROS_LOCALHOST_ONLY=1: every participant of the graph is bound to 127.0.0.1
  std::vector<std::string> static_peers{};
  bool wide_gids = false;  // ROS_DISTRO=humble: gids of 24 bytes in ros_discovery_info
};

inline constexpr uint32_t kMaxDomainId = 232;  // ports end there

// Nothing: not set.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;
Environment process_environment();

// ROS_DOMAIN_ID, ROS_AUTOMATIC_DISCOVERY_RANGE, ROS_STATIC_PEERS, ROS_LOCALHOST_ONLY, ROS_DISTRO.
Result<DiscoveryOptions> read_discovery_options(const Environment& environment);

}  // namespace gs::ros2
