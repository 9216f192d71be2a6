// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How densely points lie around each point.
#pragma once

#include <span>
#include <vector>

#include "gs/geometry/vec.h"

namespace gs {

// Mean distance of every point to its three nearest others [m] (to as many as there are; 0 for a single point). Points
// must be finite. By a k-d tree: LiDAR is dense near the road and sparse far from it, which a grid handles badly.
std::vector<float> mean_neighbour_distance(std::span<const Vec3f> points);

}  // namespace gs
