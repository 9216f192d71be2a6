// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Conversions and saturating arithmetic of time stamps.
#include "gs/core/time.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gs {
namespace {

// A double has about 0.2 us of resolution at the UNIX times of today.
TEST(Time, EpochSecondsSurviveTheRoundTripToBelowAMicrosecond) {
  const Timestamp t{1'700'000'000'123'456'789};
  EXPECT_LT(std::abs((Timestamp::from_seconds(t.seconds()) - t).ns), 1000);
  EXPECT_EQ(Timestamp::from_seconds(0.1).ns, 100'000'000);
  EXPECT_EQ(Duration::from_seconds(-1.5).ns, -1'500'000'000);
}

TEST(Time, HugeSecondsSaturateInsteadOfOverflowing) {
  EXPECT_EQ(Duration::from_seconds(1e300).ns, std::numeric_limits<int64_t>::max());
  EXPECT_EQ(Duration::from_seconds(-1e300).ns, std::numeric_limits<int64_t>::min());
  EXPECT_EQ(Duration::from_seconds(NAN).ns, 0);
}

TEST(Time, ArithmeticSaturatesAtTheEndsOfTheRange) {
  constexpr int64_t least = std::numeric_limits<int64_t>::min();
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  const Timestamp now{1'700'000'000'000'000'000};
  EXPECT_EQ((now + Duration::from_seconds(8e9)).ns, most);
  EXPECT_EQ((now - Duration{least}).ns, most);
  EXPECT_EQ((Timestamp{-2} - Duration{most}).ns, least);
  EXPECT_EQ((Timestamp{least} - Timestamp{1}).ns, least);
  EXPECT_EQ((Duration{most} + Duration{1}).ns, most);
  EXPECT_EQ((Duration{least} + Duration{-1}).ns, least);
  EXPECT_EQ((-Duration{least}).ns, most);
  EXPECT_EQ((Duration{most / 2} * 3).ns, most);
  EXPECT_EQ((Duration{most / 2} * -3).ns, least);
  EXPECT_EQ(Timestamp::from_ros(most, 5).ns, most);
  EXPECT_EQ(Timestamp::from_ros(-1, 1).ns, -999'999'999);
  EXPECT_EQ((now + Duration{5} - now).ns, 5);
}

TEST(Time, DecimalTextIsExactBothWays) {
  for (const int64_t ns :
       {int64_t{0}, int64_t{1}, int64_t{-1}, int64_t{-1'500'000'000}, int64_t{1'700'000'000'000'000'001}}) {
    EXPECT_EQ(parse_decimal_seconds(to_decimal_seconds({ns}))->ns, ns) << ns;
  }
  EXPECT_EQ(to_decimal_seconds({-250'000'000}), "-0.250000000");
  EXPECT_EQ(parse_decimal_seconds("12")->ns, 12'000'000'000);
  for (const char* bad : {"", "-", ".", "1.", "1e9", " 1", "1 ", "99999999999", "9300000000", "0x1", "1.2.3"}) {
    EXPECT_FALSE(parse_decimal_seconds(bad)) << bad;
  }
}

// The epoch, a leap day, and a time before 1970, where divisions must round down.
TEST(Time, IsoTextFollowsTheCalendar) {
  EXPECT_EQ(to_iso8601_utc({0}), "1970-01-01T00:00:00Z");
  EXPECT_EQ(to_iso8601_utc({1'771'065'000'000'000'000}), "2026-02-14T10:30:00Z");
  EXPECT_EQ(to_iso8601_utc({951'782'400'000'000'000}), "2000-02-29T00:00:00Z");
  EXPECT_EQ(to_iso8601_utc({-1}), "1969-12-31T23:59:59Z");
}

}  // namespace
}  // namespace gs
