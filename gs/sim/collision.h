// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Does the box of the car touch the static mesh? Triangles lie in a uniform grid over x and y; candidates are tested by
// the separating axis theorem.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "gs/geometry/rigid.h"
#include "gs/sim/options.h"

namespace gs::sim {

struct Box {
  Vec3d centre;  // in base_link
  Vec3d half_extent;
};
// From bumper to bumper; its floor lies ground_clearance above the road.
Box collision_box(const VehicleOptions& vehicle);

class CollisionGrid {
 public:
  // Vertices are relative to `origin`; the arrays are borrowed.
  CollisionGrid(std::span<const Vec3f> vertices, std::span<const uint32_t> triangles, Vec3d origin);
  bool hits(const Box& box, const Rigid3d& map_from_base_link) const;

 private:
  struct Cell {
    double low_z, high_z;  // of all its triangles: cells of mere road are passed over
    std::vector<uint32_t> triangles;
  };
  static uint64_t cell_key(int64_t ix, int64_t iy);
  std::span<const Vec3f> vertices_;
  std::span<const uint32_t> triangles_;
  Vec3d origin_;
  std::vector<uint32_t> large_;               // triangles over too many cells
  std::unordered_map<uint64_t, Cell> cells_;  // looked up, never iterated: order does not matter
};

}  // namespace gs::sim
