// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Point spacing and local planes from nearest neighbours.
#pragma once

#include <span>
#include <vector>

#include "gs/geometry/vec.h"

namespace gs::splat::train {

// Neighbourhood of one point.
struct LocalSurface {
  float spacing_m = 0;    // mean distance to the three nearest other points (or as many as exist; 0 for a single point)
  Vec3f normal{0, 0, 1};  // unit normal of the plane through the point and its eight nearest neighbours
  float flatness = 1;     // thickness / narrower width: 0 for a plane, 1 for a ball, and where no plane can be fitted
};
// Neighbourhood of every point, in the order given. Points must be finite. Uses a k-d tree: LiDAR density varies too
// much with distance for a uniform grid.
std::vector<LocalSurface> local_surfaces(std::span<const Vec3f> points);

}  // namespace gs::splat::train
