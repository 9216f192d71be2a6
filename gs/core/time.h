// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Time is integer nanoseconds. Doubles exist only in files and at the screen.
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "gs/core/platform.h"

namespace gs {

struct Duration {
  int64_t ns = 0;

  // Rounds to the nearest nanosecond. Values beyond +-292 years, and NaN, saturate.
  static Duration from_seconds(double seconds);
  static constexpr Duration from_ms(int64_t ms) { return {ms * 1'000'000}; }
  constexpr double seconds() const { return static_cast<double>(ns) * 1e-9; }
  friend constexpr auto operator<=>(Duration, Duration) = default;
};

// Sums, differences and products of times saturate at the ends of the int64 range (+-292 years) instead of overflowing:
// times come from files and command lines.
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

struct Timestamp {
  int64_t ns = 0;  // since the UNIX epoch, or since the start of the simulation

  // Splits whole seconds off first: 1.7e9 s with nanoseconds does not survive a plain multiplication in double.
  static Timestamp from_seconds(double seconds) { return {Duration::from_seconds(seconds).ns}; }
  // A ROS stamp. sec may be negative or unsigned on the wire; nanosec beyond one second is carried over; saturates.
  static constexpr Timestamp from_ros(int64_t sec, uint32_t nanosec) {
    return {detail::saturating_add(detail::saturating_multiply(sec, 1'000'000'000), nanosec)};
  }
  constexpr double seconds() const { return static_cast<double>(ns) * 1e-9; }
  friend constexpr auto operator<=>(Timestamp, Timestamp) = default;
};

constexpr Timestamp operator+(Timestamp t, Duration d) { return {detail::saturating_add(t.ns, d.ns)}; }
constexpr Timestamp operator-(Timestamp t, Duration d) { return {detail::saturating_subtract(t.ns, d.ns)}; }
constexpr Duration operator-(Timestamp a, Timestamp b) { return {detail::saturating_subtract(a.ns, b.ns)}; }

// "1700000000.123456789": exact, unlike a double.
std::string to_decimal_seconds(Timestamp t);
// The inverse; accepts "12", "12.5", "-0.25". Nothing else in the text.
std::optional<Timestamp> parse_decimal_seconds(std::string_view text);
// "2026-02-14T10:30:00Z"; sub-second part dropped.
std::string to_iso8601_utc(Timestamp t);

}  // namespace gs
