// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Thinning of sweeps: keeps the first point of every voxel. Private to the odometry.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/mapping/odometry/point_buffer.h"

namespace gs::mapping {

// Set of voxels with open addressing. It is emptied by counting up a generation, so that its memory is written once and
// reused for every sweep.
class VoxelFilter {
 public:
  // Empties the set and makes room for `points` voxels of this edge [m].
  void begin(std::size_t points, double edge_m);
  // True for the first point of its voxel. The coordinates must be finite and within 1e5 voxels of the origin.
  bool insert(Vec3f point);

 private:
  struct Slot {
    uint64_t key = 0;
    uint32_t generation = 0;
  };
  std::vector<Slot> slots_;
  uint32_t generation_ = 0;
  int shift_ = 64;
  double per_m_ = 1;
};

// Appends the first point of every voxel of `points` to `out`, in the order of the points.
void thin(const PointBuffer& points, double edge_m, VoxelFilter& filter, PointBuffer& out);

}  // namespace gs::mapping
