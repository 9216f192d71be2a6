// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/runner/driving.h"

namespace gs::bridge {

std::vector<std::vector<std::byte>> submit_driving(Driving& driving, const world::EgoState& ego, Timestamp run_time,
                                                   sim::Simulator& simulator, sim::Notices& notices) {
  const sim::VehicleOptions& vehicle = simulator.options().vehicle;
  const std::string& mode = simulator.options().simulation.control_mode;
  std::vector<std::vector<std::byte>> submitted;
  // Every command is handled like a received message: decode, check, submit.
  const auto submit = [&](std::vector<std::byte> cdr) {
    const auto arrived = read_control(mode, cdr, vehicle);
    if (!arrived) {
      notices.push_back(
          {sim::NoticeLevel::warning, "[ControlReplay] INVALID_CONTROL_INPUT: " + arrived.error().message});
      return;
    }
    simulator.submit(arrived->command, arrived->stamp);
    submitted.push_back(std::move(cdr));
  };
  if (driving.driver) submit(encode_control(mode, driving.driver->drive(ego), vehicle));
  if (driving.hold_speed)
    submit(encode_control(mode, {.speed = *driving.hold_speed, .stamp = ego.pose.stamp}, vehicle));
  if (!driving.replay) return submitted;
  while (const auto* cdr = driving.replay->next(run_time)) submit(*cdr);
  return submitted;
}

}  // namespace gs::bridge
