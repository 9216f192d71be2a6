// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Encodes and decodes message structs as CDR, the wire format of ROS 2. Payloads include the 4-byte encapsulation
// header, as in DDS samples and logs.
//
//   std::vector<std::byte> payload = encode_cdr(odometry);
//   GS_TRY(const auto back, decode_cdr<nav_msgs::Odometry>(payload));
#pragma once

#include "gs/rosmsg/codec/struct_codec.h"
#include "gs/rosmsg/field_list.h"

namespace gs::rosmsg {

// How a payload is written.
struct CdrOptions {
  bool big_endian = false;
  // Number of zero bytes between encapsulation and message, a multiple of 8. rmw_cyclonedds stores 16 bytes there that
  // identify a service call.
  std::size_t header_bytes = 0;
};

// Encodes a message as XCDR1. Replaces the contents of `out` and reuses its memory. The caller must keep the bounds of
// strings and sequences; they are not checked.
template <Message M>
void encode_cdr_into(const M& message, std::vector<std::byte>& out, const CdrOptions& options = {}) {
  encode_payload(type_of<M>(), &message, {.big_endian = options.big_endian}, options.header_bytes, out);
}

// The same, into a new vector.
template <Message M>
std::vector<std::byte> encode_cdr(const M& message, const CdrOptions& options = {}) {
  std::vector<std::byte> out;
  encode_cdr_into(message, out, options);
  return out;
}

// Decodes XCDR1 and XCDR2 in either byte order. Reuses the memory of `message` and returns the number of
// bytes read, encapsulation included. Bytes behind the message are not an error, because DDS pads payloads to a
// multiple of 4 and some services to 24 bytes. Errors: truncated, corrupt, unsupported, invalid_data.
template <Message M>
Result<std::size_t> decode_cdr_into(Bytes payload, M& message, std::size_t header_bytes = 0) {
  GS_TRY(WireReader in, WireReader::cdr(payload, header_bytes));
  decode_struct(in, type_of<M>(), &message);
  if (in.failed()) return in.take_error().with_context(type_of<M>().name);
  return in.offset();
}

// The same, into a new message.
template <Message M>
Result<M> decode_cdr(Bytes payload, std::size_t header_bytes = 0) {
  M message;
  GS_TRY([[maybe_unused]] const std::size_t used, decode_cdr_into(payload, message, header_bytes));
  return message;
}

}  // namespace gs::rosmsg
