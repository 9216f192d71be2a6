// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/point_times.h"

#include <algorithm>
#include <cmath>

namespace gs {
namespace {

constexpr double kLongestSweepS = 1.0;

// The factor that turns numbers of this size into seconds.
double unit_of(uint8_t datatype, double largest) {
  const bool whole = datatype != sensor_msgs::PointField::FLOAT32 && datatype != sensor_msgs::PointField::FLOAT64;
  if (whole) return 1e-9;
  for (const double unit : {1.0, 1e-3, 1e-6, 1e-9}) {
    if (largest * unit <= kLongestSweepS) return unit;
  }
  return 0;
}

}  // namespace

std::vector<float> point_offsets_s(const PointChannel& time, Timestamp stamp) {
  std::vector<double> values(time.size());
  time.copy_to(std::span(values));
  double largest = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) return {};
    largest = std::max(largest, std::abs(value));
  }
  // A time since 1970 is recognised by its size: 1e9 s, 1e18 ns.
  const double now_s = stamp.seconds();
  for (const double unit : {1.0, 1e-9}) {
    if (std::abs(largest * unit - now_s) > 10) continue;
    for (double& value : values) value = value * unit - now_s;
    largest = 0;
    for (const double value : values) largest = std::max(largest, std::abs(value));
    if (largest > kLongestSweepS) return {};
    return {values.begin(), values.end()};
  }
  const double unit = unit_of(time.datatype(), largest);
  if (unit == 0 || largest * unit > kLongestSweepS) return {};
  std::vector<float> out;
  for (const double value : values) out.push_back(static_cast<float>(value * unit));
  return out;
}

}  // namespace gs
