// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Vectorised functions agree with those of the standard library.
#include "gs/core/numbers/simd_math.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gs {
namespace {

using Pack4 = Pack<4>;

TEST(SimdMath, LogMatchesTheLibrary) {
  for (float x = 1e-30f; x < 1e30f; x *= 1.37f) {
    EXPECT_NEAR(log(Pack4(x))[2], std::log(x), 3e-7f * std::abs(std::log(x)) + 1e-7f) << x;
  }
}

// All octants, and the special cases on the axes.
TEST(SimdMath, Atan2MatchesTheLibraryAllAround) {
  for (float angle = -3.14f; angle < 3.14f; angle += 0.01f) {
    const float y = 3.0f * std::sin(angle), x = 3.0f * std::cos(angle);
    EXPECT_NEAR(atan2(Pack4(y), Pack4(x))[1], std::atan2(y, x), 5e-7f);
  }
  EXPECT_EQ(atan2(Pack4(0.0f), Pack4(0.0f))[0], 0.0f);
  EXPECT_NEAR(atan2(Pack4(0.0f), Pack4(-1.0f))[0], 3.14159265f, 1e-6f);
}

TEST(SimdMath, TransposeSwapsRowsAndLanes) {
  Pack4 rows[4];
  for (int i = 0; i < 4; ++i) rows[i] = Pack4::lanes() + Pack4(10.0f * static_cast<float>(i));
  transpose_lanes(rows);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) EXPECT_EQ(rows[i][j], static_cast<float>(10 * j + i));
  }
}

TEST(SimdMath, SumIsPairwise) {
  EXPECT_EQ(sum(Pack4::lanes()), 6.0f);
  EXPECT_EQ(sum(2.5f), 2.5f);
}

TEST(SimdMath, BitPatternsRoundTrip) { EXPECT_EQ(float_from_bits(bits_of(Pack4(-1.25f)))[3], -1.25f); }

}  // namespace
}  // namespace gs
