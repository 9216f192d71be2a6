// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Who drives in `gs-simulator run` and in the node vehicle_dynamics.
#pragma once

#include "apps/gs_simulator/run_arguments.h"
#include "gs/bridge/runner/driving.h"
#include "gs/sim/simulator.h"

namespace gs {

// Source of commands from --driver and --replay-control. The latter has priority; without --duration and --ros2, the
// run then ends with the log.
Result<bridge::Driving> make_driving(const RunArguments& a, const sim::Simulator& simulator);

}  // namespace gs
