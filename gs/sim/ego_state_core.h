// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The single source of truth about the car: pose, twist, stance, and whether it is where it may be.
#pragma once

#include <optional>

#include "gs/sim/collision.h"
#include "gs/sim/ground_contact.h"
#include "gs/sim/notice.h"
#include "gs/sim/vehicle_dynamics.h"
#include "gs/world/data.h"
#include "gs/world/drivable_query.h"

namespace gs::sim {

// Everything a restart needs; equal states give equal futures.
struct EgoCoreState {
  PlanarState planar;
  Stance stance;
  Vec3d acceleration{};  // [m/s^2] of base_link's origin, in base_link, without gravity
  double steering_rate = 0;
  bool is_offroad = false, is_collision = false, ground_unknown = false;

  friend bool operator==(const EgoCoreState&, const EgoCoreState&) = default;
};

class EgoStateCore {
 public:
  // All borrowed; collision may be null.
  EgoStateCore(const DrivableQuery& drivable, const GroundContact& ground, const CollisionGrid* collision,
               const VehicleOptions& vehicle);

  // Puts the car somewhere: x, y and yaw as given, height and tilt from the ground.
  void place(const Rigid3d& map_from_base_link, double speed, Timestamp stamp);
  // Takes the result of a step, finds the stance, and checks where the car is.
  void update(const PlanarState& next, double dt_s, Timestamp stamp, Notices& notices);

  const EgoCoreState& core() const { return core_; }
  void restore(const EgoCoreState& core, Timestamp stamp) { core_ = core, stamp_ = stamp; }
  const PlanarState& planar() const { return core_.planar; }
  RoadInfluence road() const { return {.pitch = core_.stance.pitch}; }
  EgoState state() const;
  Rigid3d pose() const;

 private:
  void look_around(Notices& notices);
  const DrivableQuery& drivable_;
  const GroundContact& ground_;
  const CollisionGrid* collision_;
  const VehicleOptions& vehicle_;
  EgoCoreState core_;
  Timestamp stamp_{};
};

}  // namespace gs::sim
