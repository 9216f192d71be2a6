// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// When each point of a sweep was taken.
#pragma once

#include <vector>

#include "gs/core/time.h"
#include "gs/rosmsg/point_field.h"

namespace gs {

// Seconds after the stamp, for every point. Drivers disagree: whole numbers are nanoseconds; numbers near the stamp
// itself are absolute (s or ns); otherwise the unit is the one in which a sweep lasts less than a second (s, ms, us,
// ns). Empty when the times make no sense: then the sweep is taken as of one moment.
std::vector<float> point_offsets_s(const PointChannel& time, Timestamp stamp);

}  // namespace gs
