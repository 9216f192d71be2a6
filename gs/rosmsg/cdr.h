// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// CDR, the encoding of ROS 2: payloads with their 4-byte encapsulation, as DDS and logs carry them.
//
//   std::vector<std::byte> payload = encode_cdr(odometry);
//   GS_TRY(const auto back, decode_cdr<nav_msgs::Odometry>(payload));
#pragma once

#include "gs/rosmsg/field_list.h"
#include "gs/rosmsg/struct_codec.h"

namespace gs {

struct CdrOptions {
  bool big_endian = false;
  // Zero bytes left between encapsulation and message, a multiple of 8: rmw_cyclonedds puts 16 bytes of call identity
  // there in services.
  std::size_t header_bytes = 0;
};

// Writes XCDR1. out is replaced, its memory reused. Bounds of the type are the caller's promise.
template <Message M>
void encode_cdr_into(const M& message, std::vector<std::byte>& out, const CdrOptions& options = {}) {
  encode_payload(type_of<M>(), &message, {.big_endian = options.big_endian}, options.header_bytes, out);
}

template <Message M>
std::vector<std::byte> encode_cdr(const M& message, const CdrOptions& options = {}) {
  std::vector<std::byte> out;
  encode_cdr_into(message, out, options);
  return out;
}

// Reads XCDR1 and XCDR2 in either byte order; returns the bytes consumed, encapsulation included. Bytes after the
// message are not an error: DDS pads to 4, some services to 24. Reusing message reuses its memory.
template <Message M>
Result<std::size_t> decode_cdr_into(Bytes payload, M& message, std::size_t header_bytes = 0) {
  GS_TRY(WireReader in, WireReader::cdr(payload, header_bytes));
  decode_struct(in, type_of<M>(), &message);
  if (in.failed()) return in.take_error().with_context(type_of<M>().name);
  return in.offset();
}

template <Message M>
Result<M> decode_cdr(Bytes payload, std::size_t header_bytes = 0) {
  M message;
  GS_TRY([[maybe_unused]] const std::size_t used, decode_cdr_into(payload, message, header_bytes));
  return message;
}

}  // namespace gs
