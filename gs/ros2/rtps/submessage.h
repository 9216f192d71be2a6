// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads submessages and makes the checks that need only their own bytes (RTPS 2.3, 9.4.5).
#pragma once

#include <optional>

#include "gs/ros2/rtps/fragment.h"
#include "gs/ros2/rtps/parameter.h"

namespace gs::ros2::rtps {

// The position of one submessage in a datagram.
struct Submessage {
  uint8_t id = 0, flags = 0;
  std::size_t at = 0, body = 0, end = 0;  // offsets of its header, its body and the byte behind it

  // Bytes of the body.
  std::size_t length() const { return end - body; }
};

// Reads the submessage header at `at` as Fast DDS does; empty if the submessage reaches past the end of the datagram or
// the next one would not be aligned to 4 bytes.
std::optional<Submessage> read_submessage(const View& view, std::size_t at);

// The common fields of DATA and DATA_FRAG, and the offsets of inline QoS and payload.
struct DataFields {
  EntityId reader = 0, writer = 0;
  int64_t sequence = 0;
  std::size_t payload = 0;   // offset; the payload ends with the submessage
  std::size_t key_hash = 0;  // offset of the GUID in the inline QoS; 0: none
  uint8_t status = 0;        // 1: disposed, 2: unregistered, 3: both
  bool has_data = false, has_key = false;
  Rule rule = Rule::accepted;  // why the submessage is refused
};
// Reads the fields and blanks inline parameters that Fast DDS does not need.
DataFields read_data_fields(View& view, const Submessage& submessage, const Limits& limits);
// Reads the numbers of a DATA_FRAG whose fields are accepted.
Fragment read_fragment(const View& view, const Submessage& submessage);

// Check the fields of submessages without payload.
Rule check_acknack(const View& view, const Submessage& submessage, const Limits& limits);
Rule check_heartbeat(const View& view, const Submessage& submessage, const Limits& limits);
Rule check_gap(const View& view, const Submessage& submessage, const Limits& limits);
Rule check_nack_frag(const View& view, const Submessage& submessage, const Limits& limits);
Rule check_heartbeat_frag(const View& view, const Submessage& submessage, const Limits& limits);

}  // namespace gs::ros2::rtps
