// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Dynamic single-track (bicycle) model: linear tyres that saturate at the friction circle, slope, reverse. At low speed
// the lateral equations become stiff (poles scale as 1/v), so the model changes smoothly to the kinematic one.
#pragma once

#include "gs/sim/vehicle/vehicle_dynamics.h"

namespace gs::sim {

// Stateless; options must outlive this object.
class DynamicBicycle final : public VehicleDynamics {
 public:
  explicit DynamicBicycle(const VehicleOptions& options) : options_(options) {}
  PlanarState advance(const PlanarState& state, const DriveCommand& steering, const DriveCommand& drive,
                      const RoadInfluence& road, double dt_s) const override;

 private:
  // Time derivative of every field of the state. horizontal: cosine of the road pitch.
  PlanarState derivative(const PlanarState& s, const ActuationPiece& piece, double horizontal) const;
  const VehicleOptions& options_;
};

}  // namespace gs::sim
