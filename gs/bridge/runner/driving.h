// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where commands come from besides the network.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "gs/bridge/player/control_replay.h"
#include "gs/sim/path_driver.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

// At most one of the three.
struct Driving {
  std::unique_ptr<sim::PathDriver> driver;  // follows the recorded drive
  std::unique_ptr<ControlReplay> replay;    // repeats recorded commands and service calls
  std::optional<double> hold_speed{};       // [m/s] straight ahead, commanded at every step
  bool ends_with_replay = false;            // the run ends where the replayed log ends
};

// Submits what is due at this moment; run_time is that of `now` (RunTime). Drivers speak through a message of the run's
// control mode, so that the submitted numbers are the recorded ones. Returns the CDR of what was submitted, for a
// recorder. Commands of a log that cannot be used are told in notices and not submitted.
std::vector<std::vector<std::byte>> submit_driving(Driving& driving, const EgoState& ego, Timestamp run_time,
                                                   sim::Simulator& simulator, sim::Notices& notices);

}  // namespace gs::bridge
