// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where the wheels stand: height, pitch and roll of the car on the ground. Asked by others (pull), never pushing.
#pragma once

#include <array>
#include <optional>

#include "gs/geometry/rigid.h"
#include "gs/raycast/mesh_caster.h"
#include "gs/sim/options.h"
#include "gs/world/data.h"

namespace gs::sim {

// How the car stands. Heights are those of the ground under the rear axle's centre.
struct Stance {
  double z = 0;              // [m] in map
  double pitch = 0;          // [rad] about base_link y, positive nose down
  double roll = 0;           // [rad] about base_link x, positive left side up
  int wheels_on_ground = 4;  // wheels over known ground; below 3 the stance is the last valid one

  friend bool operator==(const Stance&, const Stance&) = default;
};

class GroundContact {
 public:
  // mesh may be null; it answers where the heightmap knows nothing. Both outlive this object.
  GroundContact(const HeightmapData& heightmap, const MeshCaster* mesh, Vec3d mesh_origin);

  // Ground height [m in map] by bilinear interpolation; nothing outside or beside a NaN. near_z picks the right storey
  // of the mesh: the highest surface at most kStepUp above it.
  std::optional<double> ground_height(double x, double y, double near_z) const;

  // The plane through the ground under the four wheels, by least squares (exact for three). With fewer than three
  // wheels over known ground the last stance is kept.
  Stance stance(double x, double y, double yaw, const VehicleOptions& vehicle, const Stance& last) const;

 private:
  const HeightmapData& heightmap_;
  const MeshCaster* mesh_;
  Vec3d mesh_origin_;
};

// The pose of base_link for a planar position and a stance.
Rigid3d map_from_base_link(double x, double y, double yaw, const Stance& stance);

}  // namespace gs::sim
