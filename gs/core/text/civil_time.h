// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Dates of the Gregorian calendar, extended to all years, and their ISO 8601 text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "gs/core/time.h"

namespace gs {

// A day of the calendar: month 1 to 12, day 1 to 31.
struct CivilDate {
  int64_t year = 1970;
  int month = 1, day = 1;
  friend bool operator==(const CivilDate&, const CivilDate&) = default;
};

// Days between 1970-01-01 and a date (negative before), and the date of such a number. Algorithms: Howard Hinnant,
// "chrono-compatible low-level date algorithms" (days_from_civil, civil_from_days).
int64_t days_from_civil(const CivilDate& date);
CivilDate civil_from_days(int64_t days);

// Parses UTC time such as "2026-02-14T10:30:00Z" or "2026-02-14 10:30:00.123456789". Digits of the fraction beyond
// nanoseconds are dropped; Z may be left out; a leap second (60) counts as the first second of the next minute. Empty
// for other text, dates that do not exist, and years outside 1970 to 2261 (the limit of 64 bits of nanoseconds).
std::optional<Timestamp> from_iso8601_utc(std::string_view text);

}  // namespace gs
