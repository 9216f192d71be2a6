// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Time in integer nanoseconds. A double cannot hold a UNIX time to the nanosecond, so doubles are used only where files
// and texts need seconds. Sums, differences and products saturate at the ends of the int64 range (+-292 years) instead
// of overflowing, because times come from files and command lines.
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "gs/core/platform.h"

namespace gs {

// A length of time; may be negative.
struct Duration {
  int64_t ns = 0;

  // Rounds to the nearest nanosecond. Values beyond +-292 years saturate, NaN gives 0.
  static Duration from_seconds(double seconds);
  static constexpr Duration from_ms(int64_t ms) { return {ms * 1'000'000}; }
  constexpr double seconds() const { return static_cast<double>(ns) * 1e-9; }
  friend constexpr auto operator<=>(Duration, Duration) = default;
};

// Integer arithmetic that saturates instead of overflowing.
namespace detail {
constexpr int64_t saturated(bool negative) {
  return negative ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
}
constexpr int64_t saturating_add(int64_t a, int64_t b) {
  int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? saturated(a < 0) : sum;
}
constexpr int64_t saturating_subtract(int64_t a, int64_t b) {
  int64_t difference = 0;
  return __builtin_sub_overflow(a, b, &difference) ? saturated(a < 0) : difference;
}
constexpr int64_t saturating_multiply(int64_t a, int64_t b) {
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? saturated((a < 0) != (b < 0)) : product;
}
}  // namespace detail

constexpr Duration operator+(Duration a, Duration b) { return {detail::saturating_add(a.ns, b.ns)}; }
constexpr Duration operator-(Duration a, Duration b) { return {detail::saturating_subtract(a.ns, b.ns)}; }
constexpr Duration operator-(Duration a) { return {detail::saturating_subtract(0, a.ns)}; }
constexpr Duration operator*(Duration a, int64_t k) { return {detail::saturating_multiply(a.ns, k)}; }

// A point in time.
struct Timestamp {
  int64_t ns = 0;  // since the UNIX epoch, or since the start of the simulation

  // Whole seconds and fraction are converted separately: 1.7e9 s times 1e9 is not exact in a double.
  static Timestamp from_seconds(double seconds) { return {Duration::from_seconds(seconds).ns}; }
  // Time of a ROS stamp (sec is int32 in ROS 2, uint32 in ROS 1). nanosec may exceed a second. Saturates.
  static constexpr Timestamp from_ros(int64_t sec, uint32_t nanosec) {
    return {detail::saturating_add(detail::saturating_multiply(sec, 1'000'000'000), nanosec)};
  }
  constexpr double seconds() const { return static_cast<double>(ns) * 1e-9; }
  friend constexpr auto operator<=>(Timestamp, Timestamp) = default;
};

constexpr Timestamp operator+(Timestamp t, Duration d) { return {detail::saturating_add(t.ns, d.ns)}; }
constexpr Timestamp operator-(Timestamp t, Duration d) { return {detail::saturating_subtract(t.ns, d.ns)}; }
constexpr Duration operator-(Timestamp a, Timestamp b) { return {detail::saturating_subtract(a.ns, b.ns)}; }

// Seconds with nine decimals, "1700000000.123456789". Exact, unlike a double.
std::string to_decimal_seconds(Timestamp t);
// Reads decimal seconds: "12", "12.5", "-0.25"; digits behind the ninth decimal are cut off. Empty for any other text
// and for values beyond the range.
std::optional<Timestamp> parse_decimal_seconds(std::string_view text);
// UTC date and time, "2026-02-14T10:30:00Z"; the fraction of a second is cut off.
std::string to_iso8601_utc(Timestamp t);

}  // namespace gs
