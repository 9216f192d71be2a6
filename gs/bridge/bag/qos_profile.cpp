// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/bag/qos_profile.h"

#include <algorithm>

#include "gs/config/yaml.h"
#include "gs/core/format.h"

namespace gs::bridge {
namespace {

constexpr const char* kForever = "{sec: 9223372036, nsec: 854775807}";
constexpr int64_t kMaxDepth = 100'000;

// True if the value of `key` is the number or the name of an enumerator of rmw.
bool is(const Node& profile, std::string_view key, int64_t number, std::string_view name) {
  const Node* value = profile.find(key);
  if (value == nullptr) return false;
  return value->kind == Node::Kind::integer ? value->integer == number : value->text == name;
}

}  // namespace

std::string offered_qos_text(const std::vector<ros2::Qos>& offered) {
  std::string out;
  for (const ros2::Qos& qos : offered) {
    out += format("- history: {}\n  depth: {}\n  reliability: {}\n  durability: {}\n", qos.keep_all ? 2 : 1, qos.depth,
                  qos.reliable ? 1 : 2, qos.transient_local ? 1 : 2);
    out += format("  deadline: {}\n  lifespan: {}\n  liveliness: 1\n  liveliness_lease_duration: {}\n", kForever,
                  kForever, kForever);
    out += "  avoid_ros_namespace_conventions: false\n";
  }
  return out;
}

Result<std::vector<ros2::Qos>> parse_offered_qos(std::string_view yaml) {
  std::vector<ros2::Qos> out;
  if (yaml.empty()) return out;
  GS_TRY(const Node root, config::parse_yaml(yaml));
  if (!root.is_list()) return fail(ErrorCode::invalid_data, "offered_qos_profiles is not a list of profiles");
  for (const Node& profile : root.items) {
    if (!profile.is_map())
      return fail(ErrorCode::invalid_data, "a QoS profile must be a map, not {}", name_of(profile.kind));
    // Anything that is not named explicitly counts as the default of ROS 2: reliable, volatile, keep last.
    ros2::Qos qos{.reliable = !is(profile, "reliability", 2, "best_effort"),
                  .transient_local = is(profile, "durability", 1, "transient_local"),
                  .keep_all = is(profile, "history", 2, "keep_all")};
    const Node* depth = profile.find("depth");
    if (depth != nullptr && depth->kind == Node::Kind::integer && depth->integer > 0)
      qos.depth = static_cast<int32_t>(std::min(depth->integer, kMaxDepth));
    out.push_back(qos);
  }
  return out;
}

ros2::Qos weakest(const std::vector<ros2::Qos>& offered) {
  ros2::Qos out;
  if (offered.empty()) return out;
  // A subscriber receives from all publishers only if it asks for no more than the weakest of them offers.
  const auto all = [&](bool ros2::Qos::*flag) {
    return std::all_of(offered.begin(), offered.end(), [&](const ros2::Qos& qos) { return qos.*flag; });
  };
  out.reliable = all(&ros2::Qos::reliable);
  out.transient_local = all(&ros2::Qos::transient_local);
  for (const ros2::Qos& qos : offered) out.depth = std::max(out.depth, qos.depth);
  return out;
}

}  // namespace gs::bridge
