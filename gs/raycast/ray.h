// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rays, and the order in which casters take them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "gs/geometry/vec.h"

namespace gs {

inline constexpr float kFar = std::numeric_limits<float>::infinity();

struct Ray {
  Vec3f origin{};
  float max_distance = kFar;  // a ray with max_distance <= 0 hits nothing
  Vec3f direction{};          // unit length
  float time = 0.0f;          // 0..1 between the two poses of moving bodies; see MeshCaster::set_motion
};

// How a span of rays is laid out. Casters take eight neighbours at a time, and neighbours must be close in direction to
// be fast (shuffled rays run at a third of the rate): say rows x columns of the image or of the beam table.
struct RayGrid {
  int rows = 1;     // row-major: ray(row, column) = rays[row * columns + column]
  int columns = 0;  // one row: eight consecutive rays go together
  std::size_t size() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns); }
};

inline constexpr int kTileRays = 8;

// A grid cut into tiles of 4 rows x 2 columns (1 x 8 for a single row). The cut depends on the grid alone, so results
// do not depend on the number of threads.
class RayTiles {
 public:
  explicit RayTiles(RayGrid grid)
      : grid_(grid),
        tile_rows_(grid.rows == 1 ? 1 : 4),
        tile_columns_(grid.rows == 1 ? 8 : 2),
        across_((grid.columns + tile_columns_ - 1) / tile_columns_),
        down_((grid.rows + tile_rows_ - 1) / tile_rows_) {}

  std::size_t count() const { return static_cast<std::size_t>(across_) * static_cast<std::size_t>(down_); }

  // Ray indices of a tile, -1 where the tile reaches over the edge.
  struct Indices {
    int64_t at[kTileRays];
  };
  GS_INLINE Indices indices(std::size_t tile) const {
    const int row0 = static_cast<int>(tile / static_cast<std::size_t>(across_)) * tile_rows_;
    const int column0 = static_cast<int>(tile % static_cast<std::size_t>(across_)) * tile_columns_;
    Indices out;
    for (int lane = 0; lane < kTileRays; ++lane) {
      const int row = row0 + lane / tile_columns_, column = column0 + lane % tile_columns_;
      const bool inside = row < grid_.rows && column < grid_.columns;
      out.at[lane] = inside ? static_cast<int64_t>(row) * grid_.columns + column : -1;
    }
    return out;
  }

 private:
  RayGrid grid_;
  int tile_rows_, tile_columns_, across_, down_;
};

}  // namespace gs
