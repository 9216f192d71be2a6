// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The radix sort equals a stable sort.
#include "gs/splat/cpu/radix_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"

namespace gs::splat::cpu {
namespace {

std::vector<KeyValue> random_items(std::size_t count, uint32_t key_mask) {
  std::vector<KeyValue> items(count);
  Random random(1, purpose("radix"), count);
  for (std::size_t i = 0; i < count; ++i) items[i] = {random.u32() & key_mask, static_cast<uint32_t>(i)};
  return items;
}

// Sizes around the chunk size; masks that make passes trivial.
TEST(RadixSort, EqualsStableSortForAllSizesAndKeys) {
  for (const std::size_t count : {0u, 1u, 2u, 1000u, 65536u, 200001u}) {
    for (const uint32_t mask : {0u, 0xFFu, 0xFFFFF000u, 0xFFFFFFFFu}) {
      std::vector<KeyValue> expected = random_items(count, mask);
      Scratch<KeyValue> items;
      ASSERT_TRUE(items.reserve(count));
      std::copy(expected.begin(), expected.end(), items.data());
      const ScopedThreadCount threads(3);
      ASSERT_TRUE(RadixSort().sort(items));
      std::stable_sort(expected.begin(), expected.end(), [](KeyValue a, KeyValue b) { return a.key < b.key; });
      ASSERT_TRUE(std::equal(expected.begin(), expected.end(), items.data(),
                             [](KeyValue a, KeyValue b) { return a.key == b.key && a.value == b.value; }));
    }
  }
}

TEST(RadixSort, DepthKeysKeepTheOrderOfDepths) {
  float before = 0.0f;
  for (float depth = 1e-6f; depth < 1e6f; depth *= 1.1f) {
    EXPECT_LT(depth_key(before), depth_key(depth));
    before = depth;
  }
}

// After a failed allocation the buffer must report size 0.
TEST(Scratch, HoldsNothingAfterAFailedReserve) {
  Scratch<uint64_t> scratch;
  ASSERT_TRUE(scratch.reserve(10));
  EXPECT_FALSE(scratch.reserve(std::size_t{1} << 57));
  EXPECT_EQ(scratch.size(), 0u);
  EXPECT_TRUE(scratch.span().empty());
  ASSERT_TRUE(scratch.reserve(20));
  EXPECT_EQ(scratch.size(), 20u);
}

}  // namespace
}  // namespace gs::splat::cpu
