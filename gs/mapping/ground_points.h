// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which points of a map are ground. Private to build_ground_surface.
#pragma once

#include <span>
#include <vector>

#include "gs/mapping/ground_surface.h"

namespace gs::mapping {

// Indices of the ground points, ascending.
std::vector<uint32_t> ground_points(std::span<const MapPoint> map, const Trajectory& trajectory, const Extent& extent,
                                    const GroundOptions& options);

// Poses along the trajectory, no further apart than spacing_m (standing still gives one).
std::vector<Rigid3d> poses_along(const Trajectory& trajectory, double spacing_m);

}  // namespace gs::mapping
