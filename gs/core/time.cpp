// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/time.h"

#include <limits>

#include "gs/core/format.h"
#include "gs/core/text/civil_time.h"

namespace gs {

Duration Duration::from_seconds(double seconds) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  // 2^63 ns = 9.223372036854775807e9 s; the limit is a little below, so that the product below cannot overflow.
  if (std::isnan(seconds)) return {0};
  if (seconds >= 9.2233720368e9) return {kMax};
  if (seconds <= -9.2233720368e9) return {kMin};
  const double whole = std::trunc(seconds);
  return {static_cast<int64_t>(whole) * 1'000'000'000 + std::llround((seconds - whole) * 1e9)};
}

std::string to_decimal_seconds(Timestamp t) {
  const bool negative = t.ns < 0;
  // The magnitude of the smallest int64 does not fit an int64, so it is computed as unsigned (two's complement).
  const uint64_t magnitude = negative ? ~static_cast<uint64_t>(t.ns) + 1 : static_cast<uint64_t>(t.ns);
  return format("{}{}.{:09}", negative ? "-" : "", magnitude / 1'000'000'000, magnitude % 1'000'000'000);
}

std::optional<Timestamp> parse_decimal_seconds(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const auto dot = text.find('.');
  const std::string_view whole = text.substr(0, dot);
  const std::string_view fraction = dot == std::string_view::npos ? "" : text.substr(dot + 1);
  if (whole.empty() || whole.size() > 10 || (dot != std::string_view::npos && fraction.empty())) return std::nullopt;
  int64_t ns = 0;
  for (const char c : whole) {
    if (c < '0' || c > '9') return std::nullopt;
    ns = ns * 10 + (c - '0');
  }
  if (ns > 9'223'372'035) return std::nullopt;  // the product must fit an int64, also with a fraction below 1 s
  ns *= 1'000'000'000;
  int64_t unit = 100'000'000;  // nanoseconds of one unit of this decimal place; 0 behind the ninth
  for (const char c : fraction) {
    if (c < '0' || c > '9') return std::nullopt;
    ns += unit * (c - '0');
    unit /= 10;
  }
  return Timestamp{negative ? -ns : ns};
}

std::string to_iso8601_utc(Timestamp t) {
  int64_t s = t.ns / 1'000'000'000;
  if (t.ns % 1'000'000'000 < 0) --s;
  int64_t days = s / 86400;
  int64_t rest = s % 86400;
  if (rest < 0) rest += 86400, --days;
  const CivilDate date = civil_from_days(days);
  return format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", date.year, date.month, date.day, rest / 3600, rest / 60 % 60,
                rest % 60);
}

}  // namespace gs
