// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// xxHash 32 and 64 (https://github.com/Cyan4973/xxHash, specification 0.1.1), for LZ4 block checksums and VRS content
// checksums.
#pragma once

#include <cstdint>
#include <string>

#include "gs/core/bytes.h"

namespace gs::logio::vrs {

// XXH32 of `bytes`.
uint32_t xxh32(Bytes bytes, uint32_t seed = 0);

// XXH64 with seed 0 over bytes that arrive in parts.
class Xxh64 {
 public:
  // Append bytes to the hashed input.
  void update(Bytes bytes);
  void update(std::string_view text) { update(as_bytes(text)); }
  // Hash of the input so far; hex() gives it as 16 lower-case hexadecimal digits.
  uint64_t digest() const;
  std::string hex() const;

 private:
  uint64_t lanes_[4] = {0x60EA27EEADC0B5D6ull, 0xC2B2AE3D27D4EB4Full, 0, 0x61C8864E7A143579ull};
  std::byte buffer_[32] = {};
  uint64_t total_ = 0;
};

}  // namespace gs::logio::vrs
