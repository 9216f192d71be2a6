// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Equations of motion. Stateless: the next state from the current one and the command in force.
#pragma once

#include <memory>

#include "gs/sim/actuation.h"

namespace gs::sim {

// What the road does to the car during a step.
struct RoadInfluence {
  double pitch = 0;  // [rad] of the road along the car: rotation about base_link y, positive nose down
};

class VehicleDynamics {
 public:
  virtual ~VehicleDynamics() = default;
  // The commands do not change within dt_s; steering and drive may be of different ages (dead times).
  virtual PlanarState advance(const PlanarState& state, const DriveCommand& steering, const DriveCommand& drive,
                              const RoadInfluence& road, double dt_s) const = 0;
};

// kinematic_bicycle or dynamic_bicycle, as options.dynamics_model says; options must outlive the result.
std::unique_ptr<VehicleDynamics> make_vehicle_dynamics(const VehicleOptions& options);

// A whole step from t to t + dt, cut where a delayed command takes effect: dead times are exact whatever dt is.
PlanarState advance_step(const VehicleDynamics& dynamics, const VehicleOptions& options, const PlanarState& state,
                         const CommandHistory& commands, const RoadInfluence& road, Timestamp t, Duration dt);

}  // namespace gs::sim
