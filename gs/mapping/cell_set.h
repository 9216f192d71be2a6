// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sets of grid cells: distances, flood fill, outlines. Private to the drivable area.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/mapping/polygon.h"

namespace gs::mapping {

struct CellSet {
  int width = 0, height = 0;
  std::vector<uint8_t> cells;  // row major; 1: in the set

  CellSet(int w, int h) : width(w), height(h), cells(static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  }
  bool has(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height && cells[index(x, y)] != 0; }
};

// Without the cells that have one outside the set (or outside the grid) within `reach` rows and columns.
CellSet shrink(const CellSet& set, int reach);
// With every cell within `reach` rows and columns of the set.
CellSet expand(const CellSet& set, int reach);
// The cells of `set` that hang together, side by side, with one of the seeds in it.
CellSet connected(const CellSet& set, const CellSet& seeds);
// Cells that touch at a corner only are joined by one more cell: outlines then never touch themselves.
void join_corners(CellSet& set);

// Outlines along the edges of cells, in cell units: cell (x, y) covers [x, x + 1] x [y, y + 1]. One polygon for each
// connected part. Corners must be joined.
std::vector<Polygon> outline(const CellSet& set);

}  // namespace gs::mapping
