// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Points sorted into the square cells of a grid over x and y (counting sort). Private to this library's algorithms.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gs/mapping/ground/ground_surface.h"

namespace gs::mapping {

// Immutable index of `points` by cell.
class PointGrid {
 public:
  // Points outside the extent are left out. cell_m: edge of a cell [m].
  PointGrid(std::span<const MapPoint> points, const Extent& extent, double cell_m)
      : x_(extent.x_min), y_(extent.y_min), cell_m_(cell_m) {
    width_ = static_cast<std::size_t>(std::ceil((extent.x_max - extent.x_min) / cell_m)) + 1;
    height_ = static_cast<std::size_t>(std::ceil((extent.y_max - extent.y_min) / cell_m)) + 1;
    begin_.assign(cells() + 1, 0);
    for (const MapPoint& p : points) {
      if (const auto cell = cell_of(p.position.x, p.position.y)) ++begin_[*cell + 1];
    }
    for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
    indices_.resize(begin_.back());
    std::vector<uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (uint32_t i = 0; i < points.size(); ++i) {
      if (const auto cell = cell_of(points[i].position.x, points[i].position.y)) indices_[next[*cell]++] = i;
    }
  }

  // Size in cells, and the cell that contains (x, y); empty outside the grid and for NaN. cell = row * width() +
  // column.
  std::size_t width() const { return width_; }
  std::size_t height() const { return height_; }
  std::size_t cells() const { return width_ * height_; }
  std::optional<std::size_t> cell_of(double x, double y) const {
    const double column = std::floor((x - x_) / cell_m_), row = std::floor((y - y_) / cell_m_);
    if (!(column >= 0 && row >= 0) || column >= static_cast<double>(width_) || row >= static_cast<double>(height_)) {
      return std::nullopt;
    }
    return static_cast<std::size_t>(row) * width_ + static_cast<std::size_t>(column);
  }
  // Indices of the points of a cell, ascending.
  std::span<const uint32_t> points(std::size_t cell) const {
    return {indices_.data() + begin_[cell], indices_.data() + begin_[cell + 1]};
  }

 private:
  double x_, y_, cell_m_;
  std::size_t width_ = 0, height_ = 0;
  std::vector<uint32_t> begin_, indices_;
};

}  // namespace gs::mapping
