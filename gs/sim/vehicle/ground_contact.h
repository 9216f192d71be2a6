// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Contact of the four wheels with the ground: height, pitch and roll of the vehicle. Pure queries without state of
// their own.
#pragma once

#include <array>
#include <optional>

#include "gs/geometry/rigid.h"
#include "gs/raycast/api/mesh_caster.h"
#include "gs/sim/options.h"
#include "gs/world/interface_types.h"

namespace gs::sim {

// Height and tilt of the vehicle. z is the height of the ground under the centre of the rear axle.
struct Stance {
  double z = 0;              // [m] in map
  double pitch = 0;          // [rad] about base_link y, positive nose down
  double roll = 0;           // [rad] about base_link x, positive left side up
  int wheels_on_ground = 4;  // wheels over known ground; below 3 the stance is the last valid one

  friend bool operator==(const Stance&, const Stance&) = default;
};

// Ground height from the heightmap, or from the static mesh where the heightmap has no value.
class GroundContact {
 public:
  // heightmap and mesh must outlive this object; mesh may be null. mesh_origin: origin of the mesh coordinates in map.
  GroundContact(const world::HeightmapData& heightmap, const raycast::MeshCaster* mesh, Vec3d mesh_origin);

  // Ground height [m, in map] at (x, y), by bilinear interpolation of the heightmap; empty if it is unknown (outside
  // the map, or next to a NaN, and no mesh below). near_z selects the level of the mesh: the highest surface at most
  // kStepUp above near_z.
  std::optional<double> ground_height(double x, double y, double near_z) const;

  // Stance of the vehicle at a planar pose: the least-squares plane through the ground under the four wheels (exact for
  // three). With fewer than three wheels over known ground, `last` is returned with the new wheel count.
  Stance stance(double x, double y, double yaw, const VehicleOptions& vehicle, const Stance& last) const;
  // The same for a body that stands on four points, given as offsets forward and left of (x, y) [m].
  Stance stance_on(double x, double y, double yaw, const std::array<Vec2d, 4>& feet, const Stance& last) const;

 private:
  const world::HeightmapData& heightmap_;
  const raycast::MeshCaster* mesh_;
  Vec3d mesh_origin_;
};

// Pose of base_link from planar position [m], yaw [rad] and stance.
Rigid3d map_from_base_link(double x, double y, double yaw, const Stance& stance);

}  // namespace gs::sim
