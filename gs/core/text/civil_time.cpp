// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/text/civil_time.h"

#include <algorithm>

namespace gs {
namespace {

// The calendar repeats after an era of 400 years. Years begin in March here, so that the leap day is the last day.
constexpr int64_t kDaysPerEra = 146'097;
constexpr int64_t kEpochDay = 719'468;  // 1970-01-01, counted from 0000-03-01

// The decimal digits of text[at, at + count) as a number, -1 if there are fewer.
int digits(std::string_view text, std::size_t at, std::size_t count) {
  if (text.size() < at + count) return -1;
  int value = 0;
  for (const char c : text.substr(at, count)) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

// Nanoseconds of ".123456789" at the front of the text, which is removed; empty for a point without digits.
std::optional<int64_t> take_fraction(std::string_view& text) {
  if (!text.starts_with('.')) return 0;
  text.remove_prefix(1);
  const std::size_t length = std::min(text.find_first_not_of("0123456789"), text.size());
  if (length == 0) return std::nullopt;
  int64_t ns = 0, unit = 100'000'000;
  for (std::size_t i = 0; i < length; ++i, unit /= 10) ns += unit * (text[i] - '0');
  text.remove_prefix(length);
  return ns;
}

}  // namespace

int64_t days_from_civil(const CivilDate& date) {
  const int64_t y = date.month <= 2 ? date.year - 1 : date.year;
  const int64_t era = (y >= 0 ? y : y - 399) / 400;
  const int64_t year_of_era = y - era * 400;
  const int64_t day_of_year = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * kDaysPerEra + day_of_era - kEpochDay;
}

CivilDate civil_from_days(int64_t days) {
  const int64_t z = days + kEpochDay;
  const int64_t era = (z >= 0 ? z : z - (kDaysPerEra - 1)) / kDaysPerEra;
  const int64_t day_of_era = z - era * kDaysPerEra;
  const int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t month_from_march = (5 * day_of_year + 2) / 153;
  const auto day = static_cast<int>(day_of_year - (153 * month_from_march + 2) / 5 + 1);
  const auto month = static_cast<int>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

std::optional<Timestamp> from_iso8601_utc(std::string_view text) {
  // Fixed columns up to the seconds.
  constexpr std::size_t kSeconds = 19;
  if (text.size() < kSeconds || text[4] != '-' || text[7] != '-' || (text[10] != 'T' && text[10] != ' ') ||
      text[13] != ':' || text[16] != ':') {
    return std::nullopt;
  }
  const CivilDate date{digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2)};
  const int hour = digits(text, 11, 2), minute = digits(text, 14, 2), second = digits(text, 17, 2);
  if (date.year < 1970 || date.year > 2261 || date.month < 1 || date.month > 12 || date.day < 1) return std::nullopt;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return std::nullopt;
  // A day that its month does not have is a day of the next month.
  const int64_t days = days_from_civil(date);
  if (civil_from_days(days) != date) return std::nullopt;

  text.remove_prefix(kSeconds);
  const auto fraction_ns = take_fraction(text);
  if (!fraction_ns || !(text.empty() || text == "Z")) return std::nullopt;
  return Timestamp{(((days * 24 + hour) * 60 + minute) * 60 + second) * 1'000'000'000 + *fraction_ns};
}

}  // namespace gs
