// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// MD5 (RFC 1321): an identifier of files and ROS 1 message types, not a protection against anyone.
//
//   Md5 md5;
//   while (...) md5.update(chunk);
//   std::string hex = to_hex(md5.digest());
#pragma once

#include "gs/core/hash/block_hash.h"

namespace gs {

class Md5 : public detail::BlockHash<Md5> {
 public:
  // Ends the input: call once.
  std::array<std::byte, 16> digest();

 private:
  friend class detail::BlockHash<Md5>;
  void block(const std::byte* at);
  std::array<uint32_t, 4> state_{0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u};
};

// The digest of all of it, as 32 hexadecimal digits.
std::string md5_hex(Bytes bytes);
std::string md5_hex(std::string_view text);

}  // namespace gs
