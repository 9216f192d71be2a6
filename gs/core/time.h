// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Time is integer nanoseconds. Doubles exist only in files and at the screen.
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
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

constexpr Duration operator+(Duration a, Duration b) { return {a.ns + b.ns}; }
constexpr Duration operator-(Duration a, Duration b) { return {a.ns - b.ns}; }
constexpr Duration operator-(Duration a) { return {-a.ns}; }
constexpr Duration operator*(Duration a, int64_t k) { return {a.ns * k}; }

struct Timestamp {
  int64_t ns = 0;  // since the UNIX epoch, or since the start of the simulation

  // Splits whole seconds off first: 1.7e9 s with nanoseconds does not survive a plain multiplication in double.
  static Timestamp from_seconds(double seconds) { return {Duration::from_seconds(seconds).ns}; }
  // A ROS stamp. sec may be negative or unsigned on the wire; nanosec beyond one second is carried over.
  static constexpr Timestamp from_ros(int64_t sec, uint32_t nanosec) { return {sec * 1'000'000'000 + nanosec}; }
  constexpr double seconds() const { return static_cast<double>(ns) * 1e-9; }
  friend constexpr auto operator<=>(Timestamp, Timestamp) = default;
};

constexpr Timestamp operator+(Timestamp t, Duration d) { return {t.ns + d.ns}; }
constexpr Timestamp operator-(Timestamp t, Duration d) { return {t.ns - d.ns}; }
constexpr Duration operator-(Timestamp a, Timestamp b) { return {a.ns - b.ns}; }

// "1700000000.123456789": exact, unlike a double.
std::string to_decimal_seconds(Timestamp t);
// The inverse; accepts "12", "12.5", "-0.25". Nothing else in the text.
std::optional<Timestamp> parse_decimal_seconds(std::string_view text);
// "2026-02-14T10:30:00Z"; sub-second part dropped.
std::string to_iso8601_utc(Timestamp t);

}  // namespace gs
