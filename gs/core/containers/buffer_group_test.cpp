// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A group of buffers grows together or not at all.
#include "gs/core/containers/buffer_group.h"

#include <gtest/gtest.h>

#include <array>

namespace gs {
namespace {

int allocations_left = -1;  // number that succeed before one fails; negative: none fails

// Behaves as gs::cuda::Buffer: a buffer that must grow is freed first, so it is empty if the allocation fails.
struct FakeBuffer {
  std::size_t capacity = 0;
  Result<void> reserve(std::size_t count) {
    if (count <= capacity) return {};
    release();
    if (allocations_left-- == 0) return fail(ErrorCode::device_out_of_memory, "no room");
    capacity = count;
    return {};
  }
  void release() { capacity = 0; }
};

TEST(BufferGroup, ReleasesAllBuffersIfOneAllocationFails) {
  for (int failing = 0; failing < 3; ++failing) {
    std::array<FakeBuffer, 3> b;
    allocations_left = -1;
    const auto grow = [&](std::size_t count) {
      return reserve_together(Wanted{b[0], count}, Wanted{b[1], 3 * count}, Wanted{b[2], 2 * count + 1});
    };
    ASSERT_TRUE(grow(10));
    allocations_left = failing;
    const Result<void> refused = grow(20);
    ASSERT_FALSE(refused) << failing;
    EXPECT_EQ(refused.error().code, ErrorCode::device_out_of_memory);
    for (const FakeBuffer& buffer : b) EXPECT_EQ(buffer.capacity, 0u) << failing;
    allocations_left = -1;
    ASSERT_TRUE(grow(5));  // smaller than the size that failed
    EXPECT_GE(b[0].capacity, 5u);
    EXPECT_GE(b[1].capacity, 15u);
    EXPECT_GE(b[2].capacity, 11u);
  }
}

TEST(BufferGroup, KeepsBuffersThatAreLargeEnough) {
  FakeBuffer a, b;
  allocations_left = -1;
  ASSERT_TRUE(reserve_together(Wanted{a, 10}, Wanted{b, 20}));
  allocations_left = 0;  // any allocation would fail: none is made
  EXPECT_TRUE(reserve_together(Wanted{a, 10}, Wanted{b, 7}));
  EXPECT_EQ(b.capacity, 20u);
}

}  // namespace
}  // namespace gs
