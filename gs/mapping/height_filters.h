// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Repairs of a grid of heights: median filter and hole filling. Private to build_ground_surface.
#pragma once

#include "gs/mapping/ground_surface.h"

namespace gs::mapping {

// Replaces each known sample by the median of its window, where at least half the window is known; drops samples
// further from it than outlier_m.
void median_filter(GroundSurface& surface, int kernel, double outlier_m);

// Fills every connected patch of unknown samples that does not touch the edge of the grid and is not larger than
// max_hole_m2, with the surface that is smooth between the known samples around it. Returns how many were filled.
std::size_t fill_holes(GroundSurface& surface, double max_hole_m2);

}  // namespace gs::mapping
