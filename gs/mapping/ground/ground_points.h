// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ground segmentation of a map by region growing from the driven path. Private to GroundSurfaceBuilder.
#pragma once

#include <span>
#include <vector>

#include "gs/mapping/ground/ground_surface.h"

namespace gs::mapping {

// Indices of the ground points in `map`, ascending; empty if none is found.
std::vector<uint32_t> ground_points(std::span<const MapPoint> map, const Trajectory& trajectory, const Extent& extent,
                                    const GroundOptions& options);

// Poses interpolated along the trajectory, at most spacing_m apart [m]. Poses at one position give a single one.
std::vector<Rigid3d> poses_along(const Trajectory& trajectory, double spacing_m);

}  // namespace gs::mapping
