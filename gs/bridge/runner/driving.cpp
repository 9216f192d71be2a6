// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/runner/driving.h"

namespace gs::bridge {

Driven submit_driving(Driving& driving, const EgoState& ego, Timestamp now, sim::Simulator& simulator,
                      sim::Notices& notices) {
  const sim::VehicleOptions& vehicle = simulator.options().vehicle;
  Driven driven;
  if (driving.driver) {
    driven.by_driver = driving.driver->drive(ego);
    simulator.submit(sim::check_ackermann(*driven.by_driver, vehicle), driven.by_driver->stamp);
  }
  if (!driving.replay) return driven;
  while (const auto* cdr = driving.replay->next(now)) {
    const auto arrived = read_control(simulator.options().simulation.control_mode, *cdr, vehicle);
    if (!arrived) {
      notices.push_back(
          {sim::NoticeLevel::warning, "[ControlReplay] INVALID_CONTROL_INPUT: " + arrived.error().message});
      continue;
    }
    simulator.submit(arrived->command, arrived->stamp);
    driven.replayed.push_back(*cdr);
  }
  return driven;
}

}  // namespace gs::bridge
