// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parallel loops run every item once, and their sums do not depend on the thread count.
#include "gs/core/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numeric>
#include <thread>

namespace gs {
namespace {

TEST(Parallel, EveryItemRunsExactlyOnce) {
  for (const int threads : {1, 2, 5}) {
    const ScopedThreadCount scope(threads);
    std::vector<std::atomic<int>> hits(10'007);
    parallel_for(
        hits.size(), [&](std::size_t i) { ++hits[i]; }, 13);
    for (const auto& hit : hits) ASSERT_EQ(hit, 1);
  }
}

// Floating-point addition is not associative, so equal sums prove that the order of additions is the same.
TEST(Parallel, FloatingPointSumsDoNotDependOnTheNumberOfThreads) {
  const auto sum = [](int threads) {
    const ScopedThreadCount scope(threads);
    return parallel_reduce(
        100'000, 1000, 0.0f,
        [](std::size_t begin, std::size_t end) {
          float s = 0;
          for (std::size_t i = begin; i < end; ++i) s += std::sin(static_cast<float>(i));
          return s;
        },
        [](float a, float b) { return a + b; });
  };
  const float one = sum(1);
  EXPECT_EQ(one, sum(2));
  EXPECT_EQ(one, sum(7));
}

// Two threads use the pool at once, and each starts parallel work inside parallel work: neither may block the other.
TEST(Parallel, NestedAndConcurrentCallsFinish) {
  const ScopedThreadCount scope(4);
  std::atomic<int> count{0};
  const auto nest = [&] {
    parallel_for(
        20,
        [&](std::size_t) {
          parallel_for(
              30, [&](std::size_t) { ++count; }, 1);
        },
        1);
  };
  std::thread other(nest);
  nest();
  other.join();
  EXPECT_EQ(count, 2 * 20 * 30);
}

TEST(Parallel, AcceptsZeroItems) {
  parallel_for(0, [](std::size_t) { FAIL(); });
  EXPECT_GE(thread_count(), 1);
}

}  // namespace
}  // namespace gs
