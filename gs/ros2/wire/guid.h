// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Identities of endpoints and samples in RTPS.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <span>

namespace gs::ros2 {

// GUID in wire order: 12 bytes of participant prefix, 4 bytes of entity id. All zero means unknown.
struct Guid {
  std::array<uint8_t, 16> bytes{};

  // same_participant compares only the prefix.
  bool is_known() const { return *this != Guid{}; }
  bool same_participant(const Guid& other) const {
    return std::equal(bytes.begin(), bytes.begin() + 12, other.bytes.begin());
  }
  friend auto operator<=>(const Guid&, const Guid&) = default;
};

// Identity of a sample. Sequence number 0 means unknown: RTPS counts from 1.
struct SampleId {
  Guid writer;
  int64_t sequence = 0;
  friend auto operator<=>(const SampleId&, const SampleId&) = default;
};

// Where a service call carries its identity: in the inline QoS (rmw_fastrtps) or in 16 bytes before the body
// (rmw_cyclonedds).
enum class CallStyle { inline_qos, payload_header };

// Call style of an endpoint, from the vendor id in the first two bytes of its GUID (01.10 is Eclipse Cyclone DDS).
inline CallStyle call_style(const Guid& guid) {
  return guid.bytes[0] == 0x01 && guid.bytes[1] == 0x10 ? CallStyle::payload_header : CallStyle::inline_qos;
}

}  // namespace gs::ros2
