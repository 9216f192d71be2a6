// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/drive/drive_input.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "gs/core/json/json.h"
#include "gs/core/text/printable.h"

namespace gs::web {
namespace {

constexpr DocumentLimits kInputLimits{.max_depth = 2, .max_nodes = 16, .max_bytes = 1024};
constexpr std::array<std::string_view, 6> kMembers{"seq", "steer", "throttle", "brake", "gear", "brake_now"};
constexpr std::array kGears{std::pair{std::string_view("drive"), DriveGear::drive},
                            std::pair{std::string_view("neutral"), DriveGear::neutral},
                            std::pair{std::string_view("reverse"), DriveGear::reverse}};

Result<double> read_number(const Node& root, std::string_view name, double low, double high) {
  const Node& node = root[name];
  if (!node.is_number()) return fail(ErrorCode::invalid_data, "{} must be a number, not {}", name, name_of(node.kind));
  // Written so that a NaN is refused too.
  if (!(node.real >= low && node.real <= high))
    return fail(ErrorCode::invalid_data, "{}={} is outside {} to {}", name, node.real, low, high);
  return node.real;
}

Result<DriveGear> read_gear(const Node& node) {
  const auto found =
      std::find_if(kGears.begin(), kGears.end(), [&](const auto& gear) { return gear.first == node.text; });
  if (!node.is_text() || found == kGears.end())
    return fail(ErrorCode::invalid_data, "gear must be \"drive\", \"neutral\" or \"reverse\", not {}",
                node.is_text() ? excerpt(node.text) : std::string(name_of(node.kind)));
  return found->second;
}

}  // namespace

std::string_view name_of(DriveGear gear) {
  return std::find_if(kGears.begin(), kGears.end(), [&](const auto& known) { return known.second == gear; })->first;
}

Result<DriveInput> parse_drive_input(Bytes json) {
  GS_TRY(const Node root, parse_json(as_text(json), kInputLimits));
  if (!root.is_map()) return fail(ErrorCode::corrupt, "the input must be an object, not {}", name_of(root.kind));
  for (const auto& [name, value] : root.members) {
    if (std::find(kMembers.begin(), kMembers.end(), name) == kMembers.end())
      return fail(ErrorCode::invalid_data, "the input has no member {}", excerpt(name));
  }
  DriveInput out;
  const auto seq = root["seq"].index();
  if (!seq) return fail(ErrorCode::invalid_data, "seq must be a whole number from 0 to 2^53");
  out.seq = *seq;
  GS_TRY(out.steer, read_number(root, "steer", -1, 1));
  GS_TRY(out.throttle, read_number(root, "throttle", 0, 1));
  GS_TRY(out.brake, read_number(root, "brake", 0, 1));
  GS_TRY(out.gear, read_gear(root["gear"]));
  const Node& brake_now = root["brake_now"];
  if (brake_now.kind != Node::Kind::boolean)
    return fail(ErrorCode::invalid_data, "brake_now must be true or false, not {}", name_of(brake_now.kind));
  out.brake_now = brake_now.boolean;
  return out;
}

}  // namespace gs::web
