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

// How a span of rays is laid out. Casters take eight rays of a row at a time, and these must be close in direction to
// be fast (shuffled rays run at a third of the rate): rows are lines of the image, or beams of the LiDAR over azimuth.
struct RayGrid {
  int rows = 1;  // row-major: ray(row, column) = rays[row * columns + column]
  int columns = 0;
  std::size_t size() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns); }
};

inline constexpr int kTileRays = 8;

// A grid cut into runs of eight rays. The cut depends on the grid alone, so results do not depend on the number of
// threads. Runs of one beam over azimuth beat tiles of 4 x 2 by a quarter on terrain.
class RayTiles {
 public:
  explicit RayTiles(RayGrid grid) : grid_(grid), across_((grid.columns + kTileRays - 1) / kTileRays) {}

  std::size_t count() const { return static_cast<std::size_t>(across_) * static_cast<std::size_t>(grid_.rows); }

  // Ray indices of a tile, -1 where the tile reaches over the end of its row.
  struct Indices {
    int64_t at[kTileRays];
  };
  GS_INLINE Indices indices(std::size_t tile) const {
    const auto row = static_cast<int64_t>(tile / static_cast<std::size_t>(across_));
    const auto column = static_cast<int64_t>(tile % static_cast<std::size_t>(across_)) * kTileRays;
    Indices out;
    for (int lane = 0; lane < kTileRays; ++lane) {
      out.at[lane] = column + lane < grid_.columns ? row * grid_.columns + column + lane : -1;
    }
    return out;
  }

 private:
  RayGrid grid_;
  int across_;
};

}  // namespace gs
