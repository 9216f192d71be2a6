// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/rtps/rules.h"

#include <numeric>

#include "gs/core/format.h"

namespace gs::ros2::rtps {

std::string_view name(Rule rule) {
  constexpr std::array<std::string_view, kRuleCount> kNames = {
      "accepted",          "not_rtps",       "malformed",    "forbidden_submessage", "unsupported_endpoint",
      "sequence_number",   "too_much_work",  "bad_fragment", "fragment_mismatch",    "bad_inline_qos",
      "bad_discovery",     "foreign_guid",   "no_locator",   "foreign_sender",       "unannounced",
      "participant_limit", "endpoint_limit", "memory_limit"};
  return kNames[static_cast<std::size_t>(rule)];
}

uint64_t FilterCounts::total_removed() const { return std::accumulate(removed.begin(), removed.end(), uint64_t{0}); }

uint64_t FilterCounts::alarming() const {
  return total_removed() - (*this)[Rule::unannounced] - (*this)[Rule::unsupported_endpoint];
}

std::string describe(const FilterCounts& counts) {
  std::string out;
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    if (counts.removed[i] == 0) continue;
    if (!out.empty()) out += ", ";
    out += format("{} {}", name(static_cast<Rule>(i)), counts.removed[i]);
  }
  return out;
}

}  // namespace gs::ros2::rtps
