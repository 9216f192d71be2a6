// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Types and constants of RTPS messages (OMG DDSI-RTPS 2.3, sections 8.3, 9.3 and 9.4) that the filter needs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gs::ros2::rtps {

using GuidPrefix = std::array<std::byte, 12>;  // identifies a participant
using EntityId = uint32_t;                     // the four octets of an endpoint's id, first octet highest
using Address = uint32_t;                      // IPv4 address, 127.0.0.1 is 0x7f000001

inline constexpr std::size_t kHeaderBytes = 20;
inline constexpr std::size_t kSubmessageHeaderBytes = 4;

// Ids of submessages.
enum class Kind : uint8_t {
  pad = 0x01,
  acknack = 0x06,
  heartbeat = 0x07,
  gap = 0x08,
  info_timestamp = 0x09,
  info_source = 0x0c,
  info_reply_ip4 = 0x0d,
  info_destination = 0x0e,
  info_reply = 0x0f,
  nack_frag = 0x12,
  heartbeat_frag = 0x13,
  data = 0x15,
  data_frag = 0x16,
};

// Built-in endpoints that carry discovery and liveliness (RTPS 2.3, 9.3.1.3).
inline constexpr EntityId kParticipant = 0x000001c1;
inline constexpr EntityId kAnyReader = 0;
inline constexpr EntityId kSpdpWriter = 0x000100c2, kSpdpReader = 0x000100c7;
inline constexpr EntityId kSedpPublicationsWriter = 0x000003c2, kSedpPublicationsReader = 0x000003c7;
inline constexpr EntityId kSedpSubscriptionsWriter = 0x000004c2, kSedpSubscriptionsReader = 0x000004c7;
inline constexpr EntityId kLivelinessWriter = 0x000200c2, kLivelinessReader = 0x000200c7;

// True for the built-in endpoints that every participant has; false for endpoints of topics and services.
constexpr bool is_builtin(EntityId id) { return (id & 0xc0) == 0xc0; }

// The reader that belongs to a built-in writer; 0 for writers whose messages the filter removes.
constexpr EntityId reader_of(EntityId builtin_writer) {
  switch (builtin_writer) {
    case kSpdpWriter:
    case kSedpPublicationsWriter:
    case kSedpSubscriptionsWriter:
    case kLivelinessWriter:
      return builtin_writer + 5;  // c2 -> c7
    default:
      return 0;
  }
}

}  // namespace gs::ros2::rtps
