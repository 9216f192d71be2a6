// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Kinematic bicycle model at the rear axle: x' = v cos(psi), y' = v sin(psi), psi' = v tan(delta) / L.
// No slip and no influence of the slope: a command is followed within the limits of the actuators.
#pragma once

#include "gs/sim/vehicle/vehicle_dynamics.h"

namespace gs::sim {

// Stateless; options must outlive this object.
class KinematicBicycle final : public VehicleDynamics {
 public:
  explicit KinematicBicycle(const VehicleOptions& options) : options_(options) {}
  PlanarState advance(const PlanarState& state, const DriveCommand& steering, const DriveCommand& drive,
                      const RoadInfluence& road, double dt_s) const override;

 private:
  const VehicleOptions& options_;
};

}  // namespace gs::sim
