// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes foxglove messages byte by byte, from the public field numbers and without the code that reads them. Test code
// only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/time.h"

namespace gs::camera::testing {

// The variable length number of protobuf.
inline std::string varint(uint64_t value) {
  std::string out;
  for (; value > 127; value >>= 7) out += static_cast<char>((value & 127) | 128);
  return out + static_cast<char>(value);
}
// A field of bytes or text, and a field with a number.
inline std::string proto_bytes(uint32_t number, std::string_view bytes) {
  return varint(number << 3 | 2) + varint(bytes.size()) + std::string(bytes);
}
inline std::string proto_number(uint32_t number, uint64_t value) { return varint(number << 3) + varint(value); }
// google.protobuf.Timestamp as field 1.
inline std::string proto_stamp(Timestamp stamp) {
  return proto_bytes(1, proto_number(1, static_cast<uint64_t>(stamp.ns / 1'000'000'000)) +
                            proto_number(2, static_cast<uint64_t>(stamp.ns % 1'000'000'000)));
}

// RFC 4648 with padding.
inline std::string base64(Bytes bytes) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? std::to_integer<uint32_t>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += i + k > bytes.size() ? '=' : kLetters[group >> (18 - 6 * k) & 63];
    }
  }
  return out;
}

// foxglove.CompressedVideo.
inline std::string video_in_protobuf(Timestamp stamp, std::string_view frame_id, std::string_view format, Bytes data) {
  return proto_stamp(stamp) + proto_bytes(2, frame_id) + proto_bytes(3, as_text(data)) + proto_bytes(4, format);
}
inline std::string video_in_json(Timestamp stamp, std::string_view frame_id, std::string_view format, Bytes data) {
  return "{\"timestamp\":{\"sec\":" + std::to_string(stamp.ns / 1'000'000'000) +
         ",\"nsec\":" + std::to_string(stamp.ns % 1'000'000'000) + "},\"frame_id\":\"" + std::string(frame_id) +
         "\",\"format\":\"" + std::string(format) + "\",\"data\":\"" + base64(data) + "\"}";
}

}  // namespace gs::camera::testing
