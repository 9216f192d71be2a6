// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Random numbers: published vectors, independent streams, distributions.
#include "gs/core/numbers/random.h"

#include <gtest/gtest.h>

#include <vector>

namespace gs {
namespace {

TEST(Random, PhiloxMatchesThePublishedTestVectors) {
  // Known answers of Philox4x32-10: Salmon et al. 2011, reference distribution.
  const Philox zeros = philox4x32({{0, 0, 0, 0}}, 0, 0);
  EXPECT_EQ(zeros.v[0], 0x6627e8d5u);
  EXPECT_EQ(zeros.v[1], 0xe169c58du);
  EXPECT_EQ(zeros.v[2], 0xbc57ac4cu);
  EXPECT_EQ(zeros.v[3], 0x9b00dbd8u);
  const uint32_t f = 0xffffffffu;
  const Philox ones = philox4x32({{f, f, f, f}}, f, f);
  EXPECT_EQ(ones.v[0], 0x408f276du);
  EXPECT_EQ(ones.v[1], 0x41c83b0eu);
  EXPECT_EQ(ones.v[2], 0xa20bc7c6u);
  EXPECT_EQ(ones.v[3], 0x6d5451fdu);
}

// Also checks the upper half of the seed, which is the second key of Philox.
TEST(Random, StreamsDifferBySeedPurposeAndIndexOnly) {
  const auto first = [](uint64_t seed, std::string_view name, uint64_t index) {
    return Random(seed, purpose(name), index).u64();
  };
  EXPECT_EQ(first(1, "a", 2), first(1, "a", 2));
  EXPECT_NE(first(1, "a", 2), first(2, "a", 2));
  EXPECT_NE(first(1, "a", 2), first(1, "b", 2));
  EXPECT_NE(first(1, "a", 2), first(1, "a", 3));
  EXPECT_NE(first(1, "a", 2), first(1ull << 32 | 1, "a", 2));
}

TEST(Random, UniformPassesAChiSquareTest) {
  constexpr int kBins = 100, kDraws = 100'000;
  std::vector<int> bins(kBins);
  Random random(42, purpose("chi"), 0);
  for (int i = 0; i < kDraws; ++i) ++bins[static_cast<std::size_t>(random.uniform() * kBins)];
  double chi2 = 0;
  for (const int count : bins)
    chi2 += (count - kDraws / kBins) * static_cast<double>(count - kDraws / kBins) / (kDraws / kBins);
  EXPECT_LT(chi2, 149.4);  // 99 degrees of freedom, p = 0.001
  EXPECT_GT(chi2, 59.0);   // a distribution that is too even is not random either
}

TEST(Random, NormalHasTheRightMoments) {
  double sum = 0, sum2 = 0;
  constexpr int kDraws = 100'000;
  Random random(7, purpose("normal"), 1);
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.normal(3.0, 2.0);
    sum += x, sum2 += (x - 3.0) * (x - 3.0);
  }
  EXPECT_NEAR(sum / kDraws, 3.0, 0.03);
  EXPECT_NEAR(sum2 / kDraws, 4.0, 0.08);
}

TEST(Random, BelowReturnsNumbersBelowTheLimit) {
  Random random(1, 2, 3);
  for (int i = 0; i < 1000; ++i) ASSERT_LT(random.below(7), 7u);
  EXPECT_EQ(random.below(1), 0u);
}

}  // namespace
}  // namespace gs
