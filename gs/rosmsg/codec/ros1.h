// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Encodes and decodes message structs as ROS 1 does: little endian, no alignment, and a Header that begins with seq.
#pragma once

#include "gs/rosmsg/codec/struct_codec.h"
#include "gs/rosmsg/field_list.h"

namespace gs::rosmsg {

// Encodes a message. Replaces the contents of `out` and reuses its memory.
template <Message M>
void encode_ros1_into(const M& message, std::vector<std::byte>& out) {
  encode_payload(type_of<M>(), &message, ros1_format(), 0, out);
}

// The same, into a new vector.
template <Message M>
std::vector<std::byte> encode_ros1(const M& message) {
  std::vector<std::byte> out;
  encode_ros1_into(message, out);
  return out;
}

// Decodes a message. Reuses the memory of `message` and returns the number of bytes read. Bytes behind
// the message are not an error, because librealsense appends the depth unit to images.
template <Message M>
Result<std::size_t> decode_ros1_into(Bytes payload, M& message) {
  WireReader in = WireReader::ros1(payload);
  decode_struct(in, type_of<M>(), &message);
  if (in.failed()) return in.take_error().with_context(type_of<M>().name);
  return in.offset();
}

// The same, into a new message.
template <Message M>
Result<M> decode_ros1(Bytes payload) {
  M message;
  GS_TRY([[maybe_unused]] const std::size_t used, decode_ros1_into(payload, message));
  return message;
}

}  // namespace gs::rosmsg
