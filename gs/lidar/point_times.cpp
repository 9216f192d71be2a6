// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/point_times.h"

#include <algorithm>
#include <cmath>

namespace gs::lidar {
namespace {

constexpr double kLongestSweepS = 1.0;
// No LiDAR turns 500 times a second: integers that span less as nanoseconds are microseconds.
constexpr double kShortestSweepS = 2e-3;

// Unit and origin of a time field.
struct Clock {
  double unit_s = 0;  // seconds per unit; 0: unknown
  double zero_s = 0;  // [s] added origin: 0, or the stamp for absolute times
};

// Unit and origin from the data type, the last value, the span of a sweep and the stamp.
Clock clock_of(uint8_t datatype, double last, double span, double stamp_s) {
  // Absolute times since 1970 are recognised by their size: 1e9 s, 1e12 ms, 1e15 us or 1e18 ns.
  for (const double unit : {1.0, 1e-3, 1e-6, 1e-9}) {
    if (std::abs(last * unit - stamp_s) <= 10) return {unit, stamp_s};
  }
  const bool whole =
      datatype != rosmsg::sensor_msgs::PointField::FLOAT32 && datatype != rosmsg::sensor_msgs::PointField::FLOAT64;
  if (whole) return {span > 0 && span * 1e-9 < kShortestSweepS && span * 1e-6 <= kLongestSweepS ? 1e-6 : 1e-9, 0};
  for (const double unit : {1.0, 1e-3, 1e-6, 1e-9}) {
    if (span * unit <= kLongestSweepS) return {unit, 0};
  }
  return {};
}

}  // namespace

PointTimes point_times(const rosmsg::PointChannel& time, Timestamp stamp) {
  std::vector<double> values(time.size());
  time.copy_to(std::span(values));
  if (values.empty() || !std::ranges::all_of(values, [](double v) { return std::isfinite(v); })) return {};
  const auto [lowest, highest] = std::ranges::minmax(values);
  const Clock clock = clock_of(time.datatype(), highest, highest - lowest, stamp.seconds());
  if (clock.unit_s == 0 || (highest - lowest) * clock.unit_s > kLongestSweepS) return {};
  const double first_s = lowest * clock.unit_s - clock.zero_s, last_s = highest * clock.unit_s - clock.zero_s;
  // Times that count from another origin: take the first point as measured at the stamp.
  const bool elsewhere = std::max(std::abs(first_s), std::abs(last_s)) > kLongestSweepS;
  PointTimes out{.clock_s = elsewhere ? first_s : 0};
  out.offsets_s.reserve(values.size());
  for (const double value : values) {
    const double offset_s = elsewhere ? (value - lowest) * clock.unit_s : value * clock.unit_s - clock.zero_s;
    out.offsets_s.push_back(static_cast<float>(offset_s));
  }
  return out;
}

}  // namespace gs::lidar
