// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Dynamic single track with linear tyres that saturate at the friction circle, slope, reverse, and a smooth change to
// the kinematic model at low speed, where the lateral equations grow stiff (poles scale as 1/v).
#pragma once

#include "gs/sim/vehicle_dynamics.h"

namespace gs::sim {

class DynamicBicycle final : public VehicleDynamics {
 public:
  explicit DynamicBicycle(const VehicleOptions& options) : options_(options) {}
  PlanarState advance(const PlanarState& state, const DriveCommand& steering, const DriveCommand& drive,
                      const RoadInfluence& road, double dt_s) const override;

 private:
  PlanarState derivative(const PlanarState& s, const ActuationPiece& piece, double horizontal) const;
  const VehicleOptions& options_;
};

}  // namespace gs::sim
