// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads and writes numbers at offsets of a datagram, in the byte order of a submessage. The caller has checked that the
// offsets are inside the datagram.
#pragma once

#include <algorithm>

#include "gs/core/bytes.h"
#include "gs/core/expect.h"
#include "gs/ros2/rtps/types.h"

namespace gs::ros2::rtps {

// A datagram and a byte order.
struct View {
  MutableBytes bytes;
  bool little = true;  // little endian

  // Unsigned numbers of 1, 2 and 4 bytes.
  uint8_t u8(std::size_t at) const { return std::to_integer<uint8_t>(bytes[at]); }
  uint16_t u16(std::size_t at) const { return static_cast<uint16_t>(number(at, 2)); }
  uint32_t u32(std::size_t at) const { return number(at, 4); }
  // A sequence number: an int32 with the high bits, then a uint32 with the low bits.
  int64_t sequence(std::size_t at) const {
    return static_cast<int64_t>(static_cast<uint64_t>(u32(at)) << 32 | u32(at + 4));
  }
  // An entity id, which is big endian in every submessage, and a GUID prefix.
  EntityId entity(std::size_t at) const { return View{bytes, false}.u32(at); }
  GuidPrefix prefix(std::size_t at) const {
    GS_DEBUG_EXPECT(at + 12 <= bytes.size());
    GuidPrefix out;
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), out.size(), out.begin());
    return out;
  }
  void put_u16(std::size_t at, uint16_t value) { put(at, value, 2); }
  void put_u32(std::size_t at, uint32_t value) { put(at, value, 4); }
  void put_sequence(std::size_t at, int64_t value) {
    put_u32(at, static_cast<uint32_t>(static_cast<uint64_t>(value) >> 32));
    put_u32(at + 4, static_cast<uint32_t>(value));
  }

 private:
  uint32_t number(std::size_t at, std::size_t count) const {
    GS_DEBUG_EXPECT(at + count <= bytes.size());
    uint32_t out = 0;
    for (std::size_t i = 0; i < count; ++i) out = out << 8 | u8(at + (little ? count - 1 - i : i));
    return out;
  }
  void put(std::size_t at, uint32_t value, std::size_t count) {
    GS_DEBUG_EXPECT(at + count <= bytes.size());
    for (std::size_t i = 0; i < count; ++i) {
      bytes[at + (little ? i : count - 1 - i)] = static_cast<std::byte>(value & 0xff);
      value >>= 8;
    }
  }
};

}  // namespace gs::ros2::rtps
