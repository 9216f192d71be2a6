// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rays, and the layout in which casters process them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "gs/geometry/vec.h"

namespace gs::raycast {

// Distance of a ray that hits nothing.
inline constexpr float kFar = std::numeric_limits<float>::infinity();

// A ray in the frame of a caster [m].
struct Ray {
  Vec3f origin{};
  float max_distance = kFar;  // [m]; a ray with max_distance <= 0 hits nothing
  Vec3f direction{};          // unit length
  float time = 0.0f;          // 0..1 between the two poses of moving bodies; see MeshCaster::set_motion()
};

// Layout of a span of rays. Casters process eight consecutive rays of a row together, which is fast only if they have
// similar directions (shuffled rays run at a third of the rate): rows should be image rows, or LiDAR beams over
// azimuth.
struct RayGrid {
  int rows = 1;  // row-major: ray(row, column) = rays[row * columns + column]
  int columns = 0;
  std::size_t size() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns); }
};

// Rays that are cast together.
inline constexpr int kTileRays = 8;

// Divides a grid into runs of eight rays. The division depends only on the grid, so results do not depend on the number
// of threads. Runs of one beam over azimuth are a quarter faster on terrain than tiles of 4 x 2.
class RayTiles {
 public:
  explicit RayTiles(RayGrid grid) : grid_(grid), across_((grid.columns + kTileRays - 1) / kTileRays) {}

  // Number of tiles.
  std::size_t count() const { return static_cast<std::size_t>(across_) * static_cast<std::size_t>(grid_.rows); }

  // Ray indices of a tile; -1 beyond the end of the row.
  struct Indices {
    int64_t at[kTileRays];
  };
  // Indices of tile number `tile`, 0 <= tile < count().
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

}  // namespace gs::raycast
