// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// State of the ego vehicle: pose, twist, contact with the ground, and whether it is off the road or in collision. All
// other parts read it from here.
#pragma once

#include <optional>

#include "gs/sim/notice.h"
#include "gs/sim/vehicle/collision.h"
#include "gs/sim/vehicle/ground_contact.h"
#include "gs/sim/vehicle/vehicle_dynamics.h"
#include "gs/world/interface_types.h"
#include "gs/world/query/drivable_query.h"

namespace gs::sim {

// Complete vehicle state, enough to continue a run: equal states lead to equal futures.
struct EgoCoreState {
  PlanarState planar;
  Stance stance;
  Vec3d acceleration{};      // [m/s^2] of base_link's origin, in base_link, without gravity
  double steering_rate = 0;  // [rad/s]
  // Outside the drivable area; touching the static mesh; ground height unknown under at least one wheel.
  bool is_offroad = false, is_collision = false, ground_unknown = false;

  friend bool operator==(const EgoCoreState&, const EgoCoreState&) = default;
};

// Holds the vehicle state and updates it after every step.
class EgoStateCore {
 public:
  // All arguments must outlive this object; collision may be null (no mesh).
  EgoStateCore(const world::DrivableQuery& drivable, const GroundContact& ground, const CollisionGrid* collision,
               const VehicleOptions& vehicle);

  // Places the vehicle with straight wheels and speed [m/s]: x, y and yaw as given; height and tilt come from the
  // ground where it is known.
  void place(const Rigid3d& map_from_base_link, double speed, Timestamp stamp);
  // Applies the result of a step of dt_s seconds: computes ground contact and acceleration, and checks drivable area
  // and collision. A notice is added when a condition begins.
  void update(const PlanarState& next, double dt_s, Timestamp stamp, Notices& notices);

  // Complete state, for saving and restoring a run.
  const EgoCoreState& core() const { return core_; }
  void restore(const EgoCoreState& core, Timestamp stamp) { core_ = core, stamp_ = stamp, contact_.reset(); }
  // Parts of the state: planar motion, road pitch for the dynamics, the interface type EgoState, and
  // map_from_base_link.
  const PlanarState& planar() const { return core_.planar; }
  RoadInfluence road() const { return {.pitch = core_.stance.pitch}; }
  world::EgoState state() const;
  Rigid3d pose() const;
  // Where the vehicle touches the static mesh, in map; empty if it does not, and after restore().
  const std::optional<Vec3d>& contact() const { return contact_; }

 private:
  void look_around(Notices& notices);
  const world::DrivableQuery& drivable_;
  const GroundContact& ground_;
  const CollisionGrid* collision_;
  const VehicleOptions& vehicle_;
  EgoCoreState core_;
  Timestamp stamp_{};
  std::optional<Vec3d> contact_;
};

}  // namespace gs::sim
