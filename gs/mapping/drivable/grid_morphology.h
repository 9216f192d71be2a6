// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Binary morphology on a grid of cells: erosion, dilation, flood fill, outlines. Private to the drivable area.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/mapping/drivable/polygon.h"

namespace gs::mapping {

// Set of cells of a width x height grid; has() is false outside the grid.
struct CellSet {
  int width = 0, height = 0;
  std::vector<uint8_t> cells;  // row major; 1: in the set

  CellSet(int w, int h) : width(w), height(h), cells(static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}
  // Index into `cells`, and membership of cell (x, y).
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  }
  bool has(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height && cells[index(x, y)] != 0; }
};

// Erosion by a square of half width `reach` [cells]. Cells outside the grid count as outside the set.
CellSet shrink(const CellSet& set, int reach);
// Dilation by a square of half width `reach` [cells].
CellSet expand(const CellSet& set, int reach);
// 4-connected flood fill: the connected parts of `set` that contain at least one cell of `seeds`. Both grids have the
// same size.
CellSet connected(const CellSet& set, const CellSet& seeds);
// Adds a cell wherever two cells touch only at a corner, so that outlines never touch themselves.
void join_corners(CellSet& set);

// Outlines along the edges of cells, in cell units: cell (x, y) covers [x, x + 1] x [y, y + 1]. Gives one polygon for
// each 4-connected part. Requires a set after join_corners().
std::vector<Polygon> outline(const CellSet& set);

}  // namespace gs::mapping
