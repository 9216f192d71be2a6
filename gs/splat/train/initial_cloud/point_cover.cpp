// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/initial_cloud/point_cover.h"

#include <algorithm>
#include <cmath>

#include "gs/splat/train/initial_cloud/view_sampling.h"

namespace gs::splat::train {

PointCover::PointCover(const TrainingView& view, const std::vector<ColoredPoint>& points, int cell_px)
    : cell_px_(cell_px),
      columns_((view.camera.width + cell_px - 1) / cell_px),
      rows_((view.camera.height + cell_px - 1) / cell_px),
      cells_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {
  // Z-buffer on the grid: every cell keeps its nearest point.
  const Rigid3d camera_from_map = view.map_from_camera.inverse();
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!is_finite(points[i].position)) continue;
    const Vec3d p = camera_from_map * cast<double>(points[i].position);
    const auto pixel = pixel_in(view, p);
    if (!pixel) continue;
    const int column = static_cast<int>(pixel->x) / cell_px_, row = static_cast<int>(pixel->y) / cell_px_;
    Cell& here =
        cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column)];
    const auto range = static_cast<float>(norm(p));
    if (range < here.range_m) here = {range, static_cast<uint32_t>(i)};
  }
}

// Walks down the column of cells: walls and objects stand on the surface below them.
PointCover::Cell PointCover::at_or_below(int x, int y) const {
  for (int row = y / cell_px_; row < rows_; ++row) {
    if (std::isfinite(cell(x / cell_px_, row).range_m)) return cell(x / cell_px_, row);
  }
  return {};
}

PointCover::Cell PointCover::nearest_around(int x, int y) const {
  const int column = x / cell_px_, row = y / cell_px_;
  Cell best;
  for (int r = std::max(row - 1, 0); r <= std::min(row + 1, rows_ - 1); ++r) {
    for (int c = std::max(column - 1, 0); c <= std::min(column + 1, columns_ - 1); ++c) {
      if (cell(c, r).range_m < best.range_m) best = cell(c, r);
    }
  }
  return best;
}

}  // namespace gs::splat::train
