// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Dates, days and ISO 8601 texts are inverse to each other.
#include "gs/core/text/civil_time.h"

#include <gtest/gtest.h>

namespace gs {
namespace {

TEST(CivilTime, DaysAndDatesAreInverseOverTwoEras) {
  // The calendar by counting, day by day from 1600-01-01.
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  CivilDate date{1600, 1, 1};
  for (int64_t day = -135'140; date.year < 2400; ++day) {
    ASSERT_EQ(days_from_civil(date), day) << date.year << "-" << date.month << "-" << date.day;
    ASSERT_EQ(civil_from_days(day), date) << day;
    const bool leap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0);
    const int last = date.month == 2 && leap ? 29 : kDays[date.month - 1];
    if (++date.day <= last) continue;
    date.day = 1;
    if (++date.month > 12) date.month = 1, ++date.year;
  }
}

TEST(CivilTime, IsoTextIsReadAsItIsWritten) {
  for (const int64_t s : {int64_t{0}, int64_t{951'782'400}, int64_t{1'771'065'000}, int64_t{9'214'646'399}}) {
    const Timestamp t{s * 1'000'000'000};
    EXPECT_EQ(from_iso8601_utc(to_iso8601_utc(t)), t) << to_iso8601_utc(t);
  }
  EXPECT_EQ(from_iso8601_utc("2011-09-26 13:08:24.967930880")->ns, 1317042504967930880);
  EXPECT_EQ(from_iso8601_utc("1970-01-01T00:00:00.5")->ns, 500'000'000);
  EXPECT_EQ(from_iso8601_utc("1970-01-01T00:00:00.0000000019Z")->ns, 1);
  EXPECT_EQ(from_iso8601_utc("2016-12-31T23:59:60Z"), from_iso8601_utc("2017-01-01T00:00:00Z"));
}

TEST(CivilTime, OtherTextIsRefused) {
  for (const char* bad :
       {"", "yesterday", "2011-13-26 13:08:24", "2011-02-29T00:00:00Z", "2011-04-31T00:00:00Z", "2011-12-00T00:00:00Z",
        "2011-12-26 24:08:24", "2011-12-26 12:60:24", "2011-12-26 12:08:61", "1969-12-31T23:59:59Z",
        "2262-01-01T00:00:00Z", "2011/12/26 12:08:24", "2011-12-26T12:08", "2011-12-26T12:08:24.",
        "2011-12-26T12:08:24+", "+011-12-26T12:08:24", "2011-12-26T12:08:24ZZ"}) {
    EXPECT_FALSE(from_iso8601_utc(bad)) << bad;
  }
}

}  // namespace
}  // namespace gs
