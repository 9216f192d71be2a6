// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Checks the parameter list by which a participant announces itself, a writer or a reader, and hides what must not
// reach Fast DDS: type descriptions (matching is by name), content filters, multicast locators, addresses of other
// hosts.
#pragma once

#include <functional>
#include <vector>

#include "gs/rtps/limits.h"
#include "gs/rtps/locators.h"
#include "gs/rtps/parameter.h"
#include "gs/rtps/rules.h"

namespace gs::rtps {

struct DiscoveryRules {
  GuidPrefix sender;                      // GUIDs inside must be of this participant
  bool is_participant = false;            // else of a writer or reader
  std::function<bool(Address)> may_name;  // addresses that may stay
  Limits limits{};
};

struct DiscoveryData {
  Rule rule = Rule::accepted;
  EntityId entity = 0;              // of the participant, writer or reader; 0 when the list does not say
  Duration lease{100'000'000'000};  // default of RTPS
  std::vector<Address> addresses;   // at most 16, also those that were blanked
  int kept_locators = 0, blanked_locators = 0;
  std::vector<Destination> metatraffic;  // kept locators for discovery messages, at most 16
};

// Checks and edits the list, encapsulation header included, in `payload`.
DiscoveryData check_discovery_data(MutableBytes payload, const DiscoveryRules& options);

}  // namespace gs::rtps
