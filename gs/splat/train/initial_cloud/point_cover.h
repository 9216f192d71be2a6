// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Projects points into an image: the nearest point in every cell of a grid over the image.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// Grid of cells of `cell_px` x `cell_px` pixels over one view.
class PointCover {
 public:
  // Nearest point of a cell.
  struct Cell {
    float range_m = std::numeric_limits<float>::infinity();  // distance from the camera; infinite without a point
    uint32_t point = 0;                                      // index of the point
  };

  PointCover(const TrainingView& view, const std::vector<ColoredPoint>& points, int cell_px);

  // The cell that contains the pixel.
  const Cell& at_pixel(int x, int y) const { return cell(x / cell_px_, y / cell_px_); }
  // The first cell with a point at or below the pixel in its column of cells; range_m is infinite if there is none.
  Cell at_or_below(int x, int y) const;
  // The nearest point of the pixel's cell and its eight neighbours.
  Cell nearest_around(int x, int y) const;

 private:
  const Cell& cell(int column, int row) const {
    return cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                  static_cast<std::size_t>(column)];
  }
  int cell_px_, columns_, rows_;
  std::vector<Cell> cells_;
};

}  // namespace gs::splat::train
