// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Checks the parameter list by which a participant announces itself, a writer or a reader, and blanks the parameters
// that must not reach Fast DDS: type descriptions (types are matched by name), content filters, multicast locators and
// addresses of other hosts.
#pragma once

#include <functional>
#include <vector>

#include "gs/ros2/rtps/limits.h"
#include "gs/ros2/rtps/locators.h"
#include "gs/ros2/rtps/parameter.h"
#include "gs/ros2/rtps/rules.h"

namespace gs::ros2::rtps {

// What the list may contain.
struct DiscoveryRules {
  GuidPrefix sender;                      // all GUIDs in the list must belong to this participant
  bool is_participant = false;            // true: announces a participant; false: a writer or reader
  std::function<bool(Address)> may_name;  // true for addresses that may stay
  Limits limits{};
};

// The contents of the list that the filter needs.
struct DiscoveryData {
  Rule rule = Rule::accepted;       // why the list is refused
  EntityId entity = 0;              // of the participant, writer or reader; 0 if the list does not name it
  Duration lease{100'000'000'000};  // 100 s is the default of RTPS
  std::vector<Address> addresses;   // UDP addresses in the list, at most 16, including those that were blanked
  int kept_locators = 0, blanked_locators = 0;
  std::vector<Destination> metatraffic;  // kept locators for discovery messages, at most 16
};

// Checks the list in `payload` (with its encapsulation header) and edits it in place.
DiscoveryData check_discovery_data(MutableBytes payload, const DiscoveryRules& options);

}  // namespace gs::ros2::rtps
