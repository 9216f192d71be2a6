// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Who sent what: the identities RTPS gives to endpoints and samples.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <span>

namespace gs::ros2 {

// 12 bytes of participant, 4 of entity, as on the wire.
struct Guid {
  std::array<uint8_t, 16> bytes{};

  bool is_known() const { return *this != Guid{}; }
  bool same_participant(const Guid& other) const {
    return std::equal(bytes.begin(), bytes.begin() + 12, other.bytes.begin());
  }
  friend auto operator<=>(const Guid&, const Guid&) = default;
};

// Sequence number 0 means unknown: RTPS counts from 1.
struct SampleId {
  Guid writer;
  int64_t sequence = 0;
  friend auto operator<=>(const SampleId&, const SampleId&) = default;
};

// How a service call carries its identity: in inline QoS (rmw_fastrtps) or in 16 bytes before the body
// (rmw_cyclonedds). The first two bytes of a GUID are the vendor.
enum class CallStyle { inline_qos, payload_header };

inline CallStyle call_style(const Guid& guid) {
  return guid.bytes[0] == 0x01 && guid.bytes[1] == 0x10 ? CallStyle::payload_header : CallStyle::inline_qos;
}

}  // namespace gs::ros2
