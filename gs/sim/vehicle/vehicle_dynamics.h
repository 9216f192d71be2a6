// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Equations of motion of the vehicle. Stateless: they compute the next state from the current one and the command in
// force.
#pragma once

#include <memory>

#include "gs/sim/vehicle/actuation.h"

namespace gs::sim {

// Influence of the road during a step.
struct RoadInfluence {
  double pitch = 0;  // [rad] of the road along the car: rotation about base_link y, positive nose down
};

// Interface of the vehicle models.
class VehicleDynamics {
 public:
  virtual ~VehicleDynamics() = default;
  // Advances `state` by dt_s seconds under constant commands. Steering and drive commands may be of different age (dead
  // times).
  virtual PlanarState advance(const PlanarState& state, const DriveCommand& steering, const DriveCommand& drive,
                              const RoadInfluence& road, double dt_s) const = 0;
};

// Creates the model named by options.dynamics_model; options must outlive the result.
std::unique_ptr<VehicleDynamics> make_vehicle_dynamics(const VehicleOptions& options);

// Advances a whole step from t to t + dt. The step is cut where a delayed command takes effect, so that dead times are
// exact for every dt.
PlanarState advance_step(const VehicleDynamics& dynamics, const VehicleOptions& options, const PlanarState& state,
                         const CommandHistory& commands, const RoadInfluence& road, Timestamp t, Duration dt);

}  // namespace gs::sim
