// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/wire/environment.h"

#include <cerrno>
#include <cstdlib>

namespace gs::ros2 {
namespace {

// Empty means domain 0.
Result<uint32_t> parse_domain_id(const std::string& text) {
  if (text.empty()) return 0u;
  char* end = nullptr;
  errno = 0;
  // Base 0, as rcl reads it: "0x10" is 16.
  const unsigned long id = std::strtoul(text.c_str(), &end, 0);
  if (errno != 0 || *end != '\0' || id > kMaxDomainId || text[0] == '-') {
    return fail(ErrorCode::invalid_option, "ROS_DOMAIN_ID '{}' is not a number from 0 to 232", text)
        .with_hint("ids from 0 to 101 do not collide with ephemeral ports on Linux");
  }
  return static_cast<uint32_t>(id);
}

DiscoveryRange parse_range(std::string_view text) {
  if (text.empty() || text == "SUBNET") return DiscoveryRange::subnet;
  if (text == "OFF") return DiscoveryRange::off;
  if (text == "SYSTEM_DEFAULT") return DiscoveryRange::system_default;
  return DiscoveryRange::localhost;  // also for unknown values, as rcl does
}

std::vector<std::string> split_peers(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = text.find(';');
    if (const std::string_view peer = text.substr(0, end); !peer.empty()) out.emplace_back(peer);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace

Environment process_environment() {
  return [](std::string_view name) -> std::optional<std::string> {
    const char* value = std::getenv(std::string(name).c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

Result<DiscoveryOptions> read_discovery_options(const Environment& environment) {
  const auto get = [&](std::string_view name) { return environment(name).value_or(""); };
  DiscoveryOptions out;
  GS_TRY(out.domain_id, parse_domain_id(get("ROS_DOMAIN_ID")));
  out.range = parse_range(get("ROS_AUTOMATIC_DISCOVERY_RANGE"));
  out.static_peers = split_peers(get("ROS_STATIC_PEERS"));
  out.loopback_only = get("ROS_LOCALHOST_ONLY") == "1";
  // ROS_LOCALHOST_ONLY overrides range and peers.
  if (out.loopback_only) {
    out.range = DiscoveryRange::localhost;
    out.static_peers.clear();
  }
  out.wide_gids = get("ROS_DISTRO") == "humble";
  return out;
}

}  // namespace gs::ros2
