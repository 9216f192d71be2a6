// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The parts of the simulator that `gs-simulator node` runs, one per process.
#pragma once

#include "apps/gs_simulator/node_arguments.h"
#include "gs/ros2/node.h"

namespace gs {

// Runs the node of the kind a.kind until the end. Returns its last step.
Result<uint64_t> run_part(ros2::Node& node, const NodeArguments& a, sim::Simulator simulator,
                          const sim::SimulatorOptions& options);

}  // namespace gs
