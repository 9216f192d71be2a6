// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Measurement times of the points of a sweep, as recorded in its time field.
#pragma once

#include <vector>

#include "gs/core/time.h"
#include "gs/rosmsg/point_field.h"

namespace gs::lidar {

// Result of point_times().
struct PointTimes {
  std::vector<float> offsets_s{};  // [N] after the stamp; empty: the field is not usable
  double clock_s = 0;              // offset subtracted because the times count from another origin; 0: none
};

// Times of all points in seconds after the stamp. Drivers use different units: values near the stamp itself are
// absolute (s, ms, us or ns); integers are nanoseconds, or microseconds if the sweep would last less than 2 ms; for
// other fields the unit is the largest of s, ms, us and ns in which the sweep, from its first to its last point, lasts
// at most a second. Times more than a second from the stamp count from another origin, such as the start of the sensor:
// then the first point is taken as measured at the stamp.
PointTimes point_times(const rosmsg::PointChannel& time, Timestamp stamp);

}  // namespace gs::lidar
