// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package builtin_interfaces. time and duration of ROS 1 have the same bytes.
#pragma once

#include <cstdint>
#include <string_view>

#include "gs/core/time.h"

namespace gs::rosmsg::builtin_interfaces {

namespace detail {

constexpr int64_t kSecond = 1'000'000'000;
// Seconds rounded down, so that the nanoseconds that remain are never negative.
constexpr int64_t whole_seconds(int64_t ns) { return ns / kSecond - (ns % kSecond < 0 ? 1 : 0); }

}  // namespace detail

// builtin_interfaces/Time: a point in time. Converts from and to gs::Timestamp.
struct Time {
  static constexpr std::string_view kType = "builtin_interfaces/msg/Time";
  int32_t sec = 0;
  uint32_t nanosec = 0;

  Time() = default;
  constexpr Time(int32_t seconds, uint32_t nanoseconds) : sec(seconds), nanosec(nanoseconds) {}
  // Seconds beyond 32 bits (after January 2038) wrap, as they do in ROS.
  constexpr Time(Timestamp t)  // NOLINT: implicit, a stamp is a timestamp
      : sec(static_cast<int32_t>(detail::whole_seconds(t.ns))),
        nanosec(static_cast<uint32_t>(t.ns - detail::whole_seconds(t.ns) * detail::kSecond)) {}
  constexpr Timestamp timestamp() const { return Timestamp::from_ros(sec, nanosec); }

  static void describe(auto& f) {
    f("sec", &Time::sec);
    f("nanosec", &Time::nanosec);
  }
  friend bool operator==(const Time&, const Time&) = default;
};

// builtin_interfaces/Duration: a length of time. Converts from and to gs::Duration.
struct Duration {
  static constexpr std::string_view kType = "builtin_interfaces/msg/Duration";
  int32_t sec = 0;
  uint32_t nanosec = 0;

  Duration() = default;
  constexpr Duration(int32_t seconds, uint32_t nanoseconds) : sec(seconds), nanosec(nanoseconds) {}
  constexpr Duration(gs::Duration d)  // NOLINT: implicit
      : sec(static_cast<int32_t>(detail::whole_seconds(d.ns))),
        nanosec(static_cast<uint32_t>(d.ns - detail::whole_seconds(d.ns) * detail::kSecond)) {}
  // As gs::Duration.
  constexpr gs::Duration duration() const { return {sec * detail::kSecond + nanosec}; }

  static void describe(auto& f) {
    f("sec", &Duration::sec);
    f("nanosec", &Duration::nanosec);
  }
  friend bool operator==(const Duration&, const Duration&) = default;
};

}  // namespace gs::rosmsg::builtin_interfaces
