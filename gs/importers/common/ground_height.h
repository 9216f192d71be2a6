// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Height of the ground under a sensor, for sets that do not give it.
#pragma once

#include <optional>
#include <vector>

#include "gs/geometry/rigid.h"

namespace gs::importers {

// The heights [m] at which the ground is looked for.
struct HeightRange {
  double lowest_m = 0, highest_m = 0;
};

// Height [m] of the ground, from points in a frame whose z axis is up: the most frequent height in the range of the
// points between 3 and 15 m away. Empty with fewer than 100 such points.
std::optional<double> ground_height(const std::vector<Vec3d>& points, const HeightRange& range);

}  // namespace gs::importers
