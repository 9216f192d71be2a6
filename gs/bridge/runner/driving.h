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

// At most one of the two.
struct Driving {
  std::unique_ptr<sim::PathDriver> driver;  // follows the recorded drive
  std::unique_ptr<ControlReplay> replay;    // repeats recorded commands
};

// What was submitted, for a recorder.
struct Driven {
  std::optional<ControlInput> by_driver;
  std::vector<std::vector<std::byte>> replayed;  // CDR, as the log holds it
};

// Submits what is due at this moment. Commands of a log that cannot be used are told in notices and not submitted.
Driven submit_driving(Driving& driving, const EgoState& ego, Timestamp now, sim::Simulator& simulator,
                      sim::Notices& notices);

}  // namespace gs::bridge
