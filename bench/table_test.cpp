// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "gs/core/testing/sanitizer.h"

namespace bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

TEST(BenchTable, BarHoldsInTheDirectionAsked) {
  EXPECT_THAT((Row{.name = "t", .value = 1.4, .bar = 1.5}.holds()), Optional(true));
  EXPECT_THAT((Row{.name = "t", .value = 1.6, .bar = 1.5}.holds()), Optional(false));
  EXPECT_THAT((Row{.name = "rate", .value = 60, .bar = 50, .higher_is_better = true}.holds()), Optional(true));
  EXPECT_EQ((Row{.name = "t", .value = 1.6}.holds()), std::nullopt);
}

TEST(BenchTable, TextAlignsColumnsAndSaysNoLoudly) {
  Table table("demo");
  table.add({.name = "a", .value = 2, .unit = "s", .bound = 1, .bar = 1.5});
  table.add({.name = "long name", .value = 12.5, .unit = "ms"});
  const std::string text = table.text();
  EXPECT_THAT(text, HasSubstr("== demo ==\n"));
  EXPECT_THAT(text, HasSubstr("a          2.000  s     1.000  <= 1.500  NO"));
  EXPECT_THAT(text, HasSubstr("long name  12.50  ms"));
}

TEST(BenchTable, JsonHasExactlyTheAgreedKeys) {
  Table table("demo");
  table.add({.name = "a", .value = 2, .unit = "s", .bound = 1, .bar = 3});
  table.add({.name = "b", .value = 0.5, .unit = "s"});
  const std::string json = table.json();
  EXPECT_THAT(json, HasSubstr("\"holds\": true"));
  EXPECT_THAT(json, HasSubstr("\"holds\": null"));
  EXPECT_THAT(json, HasSubstr("\"bound\": null"));
  EXPECT_THAT(json, testing::Not(HasSubstr("note")));
}

TEST(BenchTable, MedianOfEvenAndOddCounts) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median({}), 0);
}

TEST(BenchTable, PeakGrowthSeesTouchedMemory) {
  if (gs::kThreadSanitizer) GTEST_SKIP() << "the thread sanitizer keeps memory of its own for every byte";
  constexpr std::size_t kBytes = 64 << 20;
  const uint64_t growth = peak_anonymous_growth_bytes([] {
    std::vector<char> memory(kBytes, 1);
    volatile char keep = memory[kBytes / 2];
    static_cast<void>(keep);
  });
  EXPECT_GE(growth, kBytes / 2);
  EXPECT_LE(growth, kBytes * 2);
}

}  // namespace
}  // namespace bench
