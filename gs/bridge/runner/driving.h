// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sources of commands other than the network.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "gs/bridge/player/control_replay.h"
#include "gs/sim/simulator.h"
#include "gs/sim/vehicle/path_driver.h"

namespace gs::bridge {

// Source of commands; at most one of driver, replay and hold_speed is set.
struct Driving {
  std::unique_ptr<sim::PathDriver> driver;  // follows the recorded drive
  std::unique_ptr<ControlReplay> replay;    // repeats recorded commands and service calls
  std::optional<double> hold_speed{};       // [m/s] speed commanded at every step, straight ahead
  bool ends_with_replay = false;            // end the run at the end of the replayed log
};

// Submits the commands that are due. run_time is the run time of the current step (see RunTime). Commands of drivers
// are encoded as messages of the run's control mode and decoded again, so that the submitted numbers are exactly the
// recorded ones. Returns the CDR of the submitted commands, for a recorder. Commands of a log that do not decode are
// reported in `notices` and not submitted.
std::vector<std::vector<std::byte>> submit_driving(Driving& driving, const world::EgoState& ego, Timestamp run_time,
                                                   sim::Simulator& simulator, sim::Notices& notices);

}  // namespace gs::bridge
