// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4).
#pragma once

#include "gs/core/hash/block_hash.h"

namespace gs {

// A SHA-256 computation: update() any number of times, then digest() once.
class Sha256 : public detail::BlockHash<Sha256> {
 public:
  // Pads the input and returns the 32 bytes of the digest. Call once, at the end.
  std::array<std::byte, 32> digest();

 private:
  friend class detail::BlockHash<Sha256>;
  void block(const std::byte* at);
  std::array<uint32_t, 8> state_{0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
                                 0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
};

// SHA-256 of the whole input, as 64 hexadecimal digits.
std::string sha256_hex(Bytes bytes);
std::string sha256_hex(std::string_view text);

}  // namespace gs
