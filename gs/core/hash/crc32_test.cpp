// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// CRC-32 by every method equals its definition.
#include "gs/core/hash/crc32.h"

#include <gtest/gtest.h>

#include "gs/core/numbers/random.h"

namespace gs {
namespace {

std::vector<std::byte> random_bytes(std::size_t count) {
  Random random(1, purpose("crc32_test"), count);
  std::vector<std::byte> bytes(count);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random.u32());
  return bytes;
}

// Reference implementation by the definition, one bit at a time.
uint32_t crc32_by_definition(Bytes bytes) {
  uint32_t state = ~0u;
  for (const std::byte b : bytes) {
    state ^= static_cast<uint32_t>(b);
    for (int i = 0; i < 8; ++i) state = (state >> 1) ^ ((state & 1) != 0 ? 0xEDB88320u : 0);
  }
  return ~state;
}

TEST(Crc32, GivesTheCheckValueOfTheStandard) {
  EXPECT_EQ(crc32(as_bytes("123456789")), 0xCBF43926u);
  EXPECT_EQ(crc32({}), 0u);
}

// Sizes below 300 cover every remainder of the 16, 64 and 256 byte blocks; the start moves through 17 alignments.
TEST(Crc32, EveryMethodAgreesWithTheDefinitionAtEverySizeAndAlignment) {
  const std::vector<std::byte> bytes = random_bytes(3000);
  for (std::size_t size = 0; size < 1400; size += size < 300 ? 1 : 37) {
    const std::size_t begin = size % 17;
    const Bytes part = Bytes(bytes).subspan(begin, size);
    const uint32_t expected = crc32_by_definition(part);
    for (const auto method : {Crc32Method::table, Crc32Method::clmul_128, Crc32Method::clmul_512}) {
      if (!available(method)) continue;
      ASSERT_EQ(crc32_by(method, part), expected) << "size " << size << " method " << static_cast<int>(method);
    }
  }
}

// Sizes around multiples of 64 KiB, where the 512-bit version reads four streams.
TEST(Crc32, EveryMethodAgreesOnLargeInputs) {
  const std::vector<std::byte> bytes = random_bytes(300'000);
  for (const std::size_t size : {65'535u, 65'600u, 65'663u, 131'200u, 200'001u, 299'990u}) {
    const Bytes part = Bytes(bytes).subspan(3, size);
    const uint32_t expected = crc32_by(Crc32Method::table, part);
    for (const auto method : {Crc32Method::clmul_128, Crc32Method::clmul_512}) {
      if (!available(method)) continue;
      EXPECT_EQ(crc32_by(method, part), expected) << size;
    }
  }
}

// crc32(b, crc32(a)) is the checksum of a followed by b, wherever the input is split.
TEST(Crc32, ContinuesAtEverySplit) {
  const std::vector<std::byte> bytes = random_bytes(1500);
  const uint32_t whole = crc32(bytes);
  for (std::size_t split = 0; split <= bytes.size(); split += 7) {
    ASSERT_EQ(crc32(Bytes(bytes).subspan(split), crc32(Bytes(bytes).first(split))), whole);
  }
}

}  // namespace
}  // namespace gs
