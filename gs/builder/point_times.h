// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// When each point of a sweep was taken.
#pragma once

#include <vector>

#include "gs/core/time.h"
#include "gs/rosmsg/point_field.h"

namespace gs {

struct PointTimes {
  std::vector<float> offsets_s{};  // after the stamp, one a point; empty: the times make no sense
  double clock_s = 0;  // what was subtracted [s] because the times count from something else than the stamp; 0: nothing
};

// Times of all points as seconds after the stamp. Drivers disagree: whole numbers are nanoseconds; numbers near the
// stamp itself are absolute (s or ns); otherwise the unit is the one in which a sweep, from its first to its last
// point, lasts less than a second (s, ms, us, ns). Times that count from something else, like the start of the sensor,
// lie more than a second from the stamp: the first point is then taken as measured at the stamp.
PointTimes point_times(const PointChannel& time, Timestamp stamp);

}  // namespace gs
