// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/vehicle/vehicle_dynamics.h"

#include <algorithm>
#include <set>

#include "gs/sim/vehicle/dynamic_bicycle.h"
#include "gs/sim/vehicle/kinematic_bicycle.h"

namespace gs::sim {

std::unique_ptr<VehicleDynamics> make_vehicle_dynamics(const VehicleOptions& options) {
  if (options.dynamics_model == "dynamic_bicycle") return std::make_unique<DynamicBicycle>(options);
  return std::make_unique<KinematicBicycle>(options);
}

PlanarState advance_step(const VehicleDynamics& dynamics, const VehicleOptions& options, const PlanarState& state,
                         const CommandHistory& commands, const RoadInfluence& road, Timestamp t, Duration dt) {
  const Duration steering_delay = Duration::from_seconds(options.actuator.steering_delay);
  const Duration drive_delay = Duration::from_seconds(options.actuator.acceleration_delay);
  // Times within the step at which the steering or the drive command in force changes.
  std::set<Timestamp> cuts{t, t + dt};
  for (const Duration delay : {steering_delay, drive_delay}) {
    for (const Timestamp change : commands.changes(t - delay, t + dt - delay)) cuts.insert(change + delay);
  }
  PlanarState now = state;
  for (auto begin = cuts.begin(), end = std::next(begin); end != cuts.end(); ++begin, ++end) {
    now = dynamics.advance(now, commands.at(*begin - steering_delay), commands.at(*begin - drive_delay), road,
                           (*end - *begin).seconds());
  }
  return now;
}

}  // namespace gs::sim
