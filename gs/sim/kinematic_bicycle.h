// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Kinematic bicycle at the rear axle: x' = v cos(psi), y' = v sin(psi), psi' = v tan(delta) / L.
// No slip, no slope: a command is obeyed within the limits of the actuators.
#pragma once

#include "gs/sim/vehicle_dynamics.h"

namespace gs::sim {

class KinematicBicycle final : public VehicleDynamics {
 public:
  explicit KinematicBicycle(const VehicleOptions& options) : options_(options) {}
  PlanarState advance(const PlanarState& state, const DriveCommand& steering, const DriveCommand& drive,
                      const RoadInfluence& road, double dt_s) const override;

 private:
  const VehicleOptions& options_;
};

}  // namespace gs::sim
