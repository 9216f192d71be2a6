// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Median filter and hole filling of a height grid. Private to GroundSurfaceBuilder.
#pragma once

#include "gs/core/parallel.h"
#include "gs/mapping/ground/ground_surface.h"

namespace gs::mapping {

// Calls use(x, y, scratch) for every sample, rows in parallel; `scratch` is reused within a row.
template <class Scratch, class Use>
void for_each_sample(const GroundSurface& surface, const Use& use) {
  parallel_for(
      static_cast<std::size_t>(surface.height),
      [&](std::size_t row) {
        Scratch scratch;
        for (int x = 0; x < surface.width; ++x) use(x, static_cast<int>(row), scratch);
      },
      16);
}

// Replaces each known sample by the median of its kernel x kernel window if at least half of the window is known. Drops
// samples further than outlier_m from that median.
void median_filter(GroundSurface& surface, int kernel, double outlier_m);

// Fills every 4-connected patch of unknown samples that does not touch the edge of the grid and is at most max_hole_m2
// large, by Laplace interpolation of the known samples around it. Returns the number of filled samples.
std::size_t fill_holes(GroundSurface& surface, double max_hole_m2);

}  // namespace gs::mapping
