// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Checks the form of single parameters of RTPS parameter lists (RTPS 2.3, 9.6.2).
#pragma once

#include "gs/ros2/rtps/view.h"

namespace gs::ros2::rtps {

// The parameters that the filter lets pass.
enum class Pid : uint16_t {
  pad = 0x0000,
  sentinel = 0x0001,
  lease_duration = 0x0002,
  time_based_filter = 0x0004,
  topic_name = 0x0005,
  ownership_strength = 0x0006,
  type_name = 0x0007,
  protocol_version = 0x0015,
  vendor = 0x0016,
  reliability = 0x001a,
  liveliness = 0x001b,
  durability = 0x001d,
  durability_service = 0x001e,
  ownership = 0x001f,
  presentation = 0x0021,
  deadline = 0x0023,
  destination_order = 0x0025,
  latency_budget = 0x0027,
  partition = 0x0029,
  lifespan = 0x002b,
  user_data = 0x002c,
  group_data = 0x002d,
  topic_data = 0x002e,
  unicast_locator = 0x002f,
  default_unicast_locator = 0x0031,
  metatraffic_unicast_locator = 0x0032,
  expects_inline_qos = 0x0043,
  participant_guid = 0x0050,
  builtin_endpoints = 0x0058,
  properties = 0x0059,
  endpoint_guid = 0x005a,
  entity_name = 0x0062,
  key_hash = 0x0070,
  status_info = 0x0071,
  data_representation = 0x0073,
  related_sample_identity = 0x0083,
  no_positive_acks = 0x8005,              // of Fast DDS
  fast_related_sample_identity = 0x800f,  // of Fast DDS: the request that a reply answers
};

// The position of one parameter in a datagram.
struct Parameter {
  Pid pid;
  std::size_t at;      // offset of its value in the view
  std::size_t length;  // bytes of its value, a multiple of 4
};

enum class Form { good, bad, unknown };  // unknown parameters are blanked

// Checks one parameter of discovery data.
Form discovery_form(const View& view, const Parameter& parameter);
// Checks one parameter of the inline QoS of a sample.
Form inline_form(const Parameter& parameter);

// Turns a parameter into padding, which every reader skips, by overwriting its id.
void blank(View& view, const Parameter& parameter);

// Calls each(parameter) for the parameters of the list at offset `at`. Returns the offset behind its sentinel, or 0 if
// the list is malformed, does not end before `end`, or each() returned false.
template <class Each>
std::size_t walk_parameters(View& view, std::size_t at, std::size_t end, Each&& each) {
  while (at + 4 <= end) {
    const Parameter p{static_cast<Pid>(view.u16(at)), at + 4, view.u16(at + 2)};
    if (p.pid == Pid::sentinel) return p.at;
    if (p.length % 4 != 0 || p.length > end - p.at || !each(p)) return 0;
    at = p.at + p.length;
  }
  return 0;
}

}  // namespace gs::ros2::rtps
