// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which points an image sees where: the nearest one in every cell of a grid over it.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "gs/splat/train/data.h"

namespace gs {

class PointCover {
 public:
  struct Cell {
    float range_m = std::numeric_limits<float>::infinity();  // infinite where there is no point
    uint32_t point = 0;
  };

  PointCover(const TrainingView& view, const std::vector<ColoredPoint>& points, int cell_px);

  const Cell& at_pixel(int x, int y) const { return cell(x / cell_px_, y / cell_px_); }
  // Of the nearest covered cell at or below; range_m is infinite if there is none.
  Cell at_or_below(int x, int y) const;
  // The nearest of the points in the cell and those around it.
  Cell nearest_around(int x, int y) const;

 private:
  const Cell& cell(int column, int row) const {
    return cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                  static_cast<std::size_t>(column)];
  }
  int cell_px_, columns_, rows_;
  std::vector<Cell> cells_;
};

}  // namespace gs
