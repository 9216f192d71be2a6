// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decimal texts become the nearest double; other texts are refused.
#include "gs/core/text/decimal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace gs {
namespace {

const std::string kZeros(400, '0');

TEST(Decimal, ReadsTheNearestDouble) {
  for (const char* text : {"0", "-0", "12.5e3", "0.1", "1e-7", "4.9406564584124654e-324", "1.7976931348623157e308",
                           "2.2250738585072011e-308", "9007199254740993", "1E5"}) {
    EXPECT_EQ(parse_decimal(text), std::strtod(text, nullptr)) << text;
  }
  EXPECT_TRUE(std::signbit(*parse_decimal("-0")));
}

// The exponent alone does not tell on which side a number leaves the range: the digits before or behind the point do.
TEST(Decimal, BeyondTheRangeIsInfiniteOrZero) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const std::string& text :
       std::vector<std::string>{"1e309", "1" + kZeros, "1" + kZeros + "e-10", "1" + kZeros + ".5", "0.001e400",
                                "9e99999999999999999999", "1e9223372036854775807"}) {
    EXPECT_EQ(parse_decimal(text), kInfinity) << text;
    EXPECT_EQ(parse_decimal("-" + text), -kInfinity) << text;
  }
  for (const std::string& text :
       std::vector<std::string>{"1e-400", "0." + kZeros + "1", "0." + kZeros + "1e10", "123e-999",
                                "9e-99999999999999999999", "1e-9223372036854775808"}) {
    EXPECT_EQ(parse_decimal(text), 0.0) << text;
    EXPECT_TRUE(std::signbit(*parse_decimal("-" + text))) << text;
  }
}

TEST(Decimal, RefusesTextBesideTheNumber) {
  for (const char* text : {"", " 1", "1 ", "1x", "x", "-", "1e", "+1", "1,5", "--1", "1e400x"}) {
    EXPECT_EQ(parse_decimal(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace gs
