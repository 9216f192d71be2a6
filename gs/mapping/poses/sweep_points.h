// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The points of a sweep that are matched with a map. Private to this library.
#pragma once

#include <span>
#include <vector>

#include "gs/mapping/sweep.h"

namespace gs::mapping {

// The first point of each voxel, in the order of the points.
std::vector<Vec3d> thinned(std::span<const Vec3d> points, double voxel_m);

// Points in base_link within the range limits of their sensor; points that are not finite are left out.
std::vector<Vec3d> points_in_range(const Sweep& sweep, double min_range_m, double max_range_m);

// The points moved by a pose.
std::vector<Vec3d> transformed(std::span<const Vec3d> points, const Rigid3d& pose);

// Whether a sweep is one of every n that are kept aside.
inline bool is_held_out(std::size_t sweep, int every) { return sweep % static_cast<std::size_t>(every) == 2u; }

}  // namespace gs::mapping
