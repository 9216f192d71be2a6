// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sets of samples of a ground surface: those inside polygons, and those on which something stands.
#pragma once

#include <optional>
#include <span>

#include "gs/mapping/drivable/grid_morphology.h"
#include "gs/mapping/ground/ground_surface.h"

namespace gs::mapping {

// A sample of a ground surface by column and row.
struct GroundCell {
  int x = 0, y = 0;
};

// The sample nearest to (x, y) in map [m]; empty outside the grid and for coordinates that are not finite.
std::optional<GroundCell> cell_at(const GroundSurface& ground, double x, double y);

// Samples that lie inside the polygons (map, [m]; they do not overlap) and not in their holes.
CellSet cells_inside(const GroundSurface& ground, std::span<const Polygon> polygons);

// Samples with a map point between low_m and high_m above the ground. Unknown ground gives none.
CellSet obstacle_cells(const GroundSurface& ground, std::span<const MapPoint> map, double low_m, double high_m);

}  // namespace gs::mapping
