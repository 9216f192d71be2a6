// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The reasons for which the filter removes a datagram or a part of it, and counters for them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gs::ros2::rtps {

// A reason to remove something.
enum class Rule : uint8_t {
  accepted,              // nothing is wrong
  not_rtps,              // no RTPS 2.x header, or an all-zero participant
  malformed,             // a submessage reaches past the datagram or is shorter than its fields
  forbidden_submessage,  // sent in the name of another participant, secured, or unknown
  unsupported_endpoint,  // a built-in endpoint other than discovery and liveliness
  sequence_number,       // outside of 1 to 2^32
  too_much_work,         // a jump of sequence numbers that would keep the receiving thread busy
  bad_fragment,          // fragment numbers that contradict each other, the sample or the bytes sent
  fragment_mismatch,     // other sizes than an earlier fragment of the same sample, or much too late
  bad_inline_qos,        // malformed parameters before the payload
  bad_discovery,         // malformed or incomplete discovery data
  foreign_guid,          // discovery or liveliness of another participant than the sender
  no_locator,            // a participant that names no address at which it can be reached
  foreign_sender,        // comes from an address that does not belong to the participant
  unannounced,           // from a participant or a writer that has not been announced
  participant_limit,     // more participants than the limit
  endpoint_limit,        // more writers and readers than the limit
  memory_limit,          // more announced or unfinished bytes than the limit
};
inline constexpr std::size_t kRuleCount = static_cast<std::size_t>(Rule::memory_limit) + 1;

// Returns the name of the rule as it is written in this enumeration: "foreign_guid".
std::string_view name(Rule rule);

// Counters of a filter since it was made.
struct FilterCounts {
  std::array<uint64_t, kRuleCount> removed{};  // datagrams, or parts of them, removed by each rule
  uint64_t passed = 0;                         // datagrams passed on, whole or in part
  uint64_t reassembled = 0;                    // fragmented discovery messages put together
  uint64_t locators_blanked = 0;               // addresses blanked because they are outside the sender's network

  uint64_t total_removed() const;  // by all rules
  // Removals that a healthy ROS graph does not cause: all but unannounced and unsupported_endpoint.
  uint64_t alarming() const;
  uint64_t operator[](Rule rule) const { return removed[static_cast<std::size_t>(rule)]; }
  uint64_t& operator[](Rule rule) { return removed[static_cast<std::size_t>(rule)]; }
  friend bool operator==(const FilterCounts&, const FilterCounts&) = default;
};

// Formats the rules that were applied as "foreign_guid 3, malformed 17"; empty when none was.
std::string describe(const FilterCounts& counts);

}  // namespace gs::ros2::rtps
