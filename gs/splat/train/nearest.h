// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How densely points lie around each point.
#pragma once

#include <span>
#include <vector>

#include "gs/geometry/vec.h"

namespace gs {

// What lies around a point.
struct LocalSurface {
  float spacing_m = 0;    // mean distance to its three nearest others (to as many as there are; 0 for a single point)
  Vec3f normal{0, 0, 1};  // of the plane through its eight nearest; unit
  float flatness = 1;     // its thickness over its narrower width: 0 for a plane, 1 for a ball or a line
};
// Points must be finite. By a k-d tree: LiDAR is dense near the road and sparse far from it, which a grid handles
// badly.
std::vector<LocalSurface> local_surfaces(std::span<const Vec3f> points);

}  // namespace gs
