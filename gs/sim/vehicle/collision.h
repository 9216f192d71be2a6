// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Collision test of the vehicle's box against the static mesh. Triangles are stored in a uniform grid over x and y;
// candidates are tested with the separating axis theorem.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "gs/geometry/rigid.h"
#include "gs/sim/options.h"

namespace gs::sim {

// Box aligned with the axes of base_link [m].
struct Box {
  Vec3d centre;  // in base_link
  Vec3d half_extent;
};
// Collision box of a vehicle, from bumper to bumper; its floor lies ground_clearance above the road.
Box collision_box(const VehicleOptions& vehicle);

// Spatial index of a triangle mesh.
class CollisionGrid {
 public:
  // vertices: [V, 3] relative to `origin` [m]; triangles: [T, 3] indices. Both arrays must outlive this object.
  CollisionGrid(std::span<const Vec3f> vertices, std::span<const uint32_t> triangles, Vec3d origin);
  // True if the box at this pose touches a triangle.
  bool hits(const Box& box, const Rigid3d& map_from_base_link) const {
    return contact(box, map_from_base_link).has_value();
  }
  // A point in map where the box at this pose touches a triangle; empty if it touches none.
  std::optional<Vec3d> contact(const Box& box, const Rigid3d& map_from_base_link) const;

 private:
  struct Cell {
    double low_z, high_z;  // z range of its triangles; cells with only road surface are skipped
    std::vector<uint32_t> triangles;
  };
  static uint64_t cell_key(int64_t ix, int64_t iy);
  std::span<const Vec3f> vertices_;
  std::span<const uint32_t> triangles_;
  Vec3d origin_;
  std::vector<uint32_t> large_;               // triangles that cover too many cells; tested every time
  std::unordered_map<uint64_t, Cell> cells_;  // never iterated, so its order cannot affect results
};

}  // namespace gs::sim
