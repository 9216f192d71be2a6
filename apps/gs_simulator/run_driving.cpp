// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_simulator/run_driving.h"

namespace gs {

Result<bridge::Driving> make_driving(const RunArguments& a, const sim::Simulator& simulator) {
  bridge::Driving driving;
  if (!a.replay_control.empty()) {
    Problems problems;
    GS_TRY(auto replay, bridge::ControlReplay::open(a.replay_control, simulator.options().simulation.control_mode,
                                                    simulator.clock().start(), problems));
    driving.replay = std::make_unique<bridge::ControlReplay>(std::move(replay));
    // A replay ends the run unless a duration is given or ROS may send more commands.
    driving.ends_with_replay = !a.duration && !a.ros2;
    return driving;
  }
  const auto& recorded = simulator.world().bundle.trajectory;
  if (a.driver == "path" && recorded) {
    driving.driver = std::make_unique<sim::PathDriver>(*recorded, a.driver_options, simulator.options().vehicle);
  }
  if (a.driver == "hold") driving.hold_speed = simulator.save().ego.planar.vx;
  return driving;
}

}  // namespace gs
