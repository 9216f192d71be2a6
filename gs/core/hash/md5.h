// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// MD5 (RFC 1321), to identify files and ROS 1 message types. It gives no protection against deliberate changes.
//
//   Md5 md5;
//   while (...) md5.update(chunk);
//   std::string hex = to_hex(md5.digest());
#pragma once

#include "gs/core/hash/block_hash.h"

namespace gs {

// An MD5 computation: update() any number of times, then digest() once.
class Md5 : public detail::BlockHash<Md5> {
 public:
  // Pads the input and returns the 16 bytes of the digest. Call once, at the end.
  std::array<std::byte, 16> digest();

 private:
  friend class detail::BlockHash<Md5>;
  void block(const std::byte* at);
  std::array<uint32_t, 4> state_{0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u};
};

// MD5 of the whole input, as 32 hexadecimal digits.
std::string md5_hex(Bytes bytes);
std::string md5_hex(std::string_view text);

}  // namespace gs
