// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Half precision against its definition.
#include "gs/core/numbers/half.h"

#include <gtest/gtest.h>

#include <limits>

namespace gs {
namespace {

TEST(Half, EveryHalfReturnsFromItsValue) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    const float value = from_half(half);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(from_half(to_half(value))));
    } else {
      EXPECT_EQ(to_half(value), half) << value;
    }
  }
}

TEST(Half, RoundsToTheNearestAndTiesToEven) {
  EXPECT_EQ(to_half(1.0f), 0x3c00);
  EXPECT_EQ(to_half(-2.0f), 0xc000);
  // Between two neighbours: the midpoint goes to the even one, everything else to the nearer one.
  for (uint16_t bits = 1; bits < 0x7bff; ++bits) {
    const float low = from_half(bits), high = from_half(static_cast<uint16_t>(bits + 1));
    const float middle = 0.5f * (low + high);
    EXPECT_EQ(to_half(middle), bits % 2 == 0 ? bits : bits + 1);
    EXPECT_EQ(to_half(std::nextafter(middle, low)), bits);
    EXPECT_EQ(to_half(std::nextafter(middle, high)), bits + 1);
  }
}

TEST(Half, NumbersTooLargeBecomeInfinityAndTinyOnesZero) {
  EXPECT_EQ(to_half(65519.0f), 0x7bff);
  EXPECT_EQ(to_half(65520.0f), 0x7c00);
  EXPECT_EQ(to_half(-1e30f), 0xfc00);
  EXPECT_EQ(to_half(1e-9f), 0);
  EXPECT_EQ(to_half(-0.0f), 0x8000);
  EXPECT_TRUE(std::isinf(from_half(to_half(std::numeric_limits<float>::infinity()))));
}

}  // namespace
}  // namespace gs
