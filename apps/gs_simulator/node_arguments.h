// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The command line of `gs-simulator node`, and the simulator each part of a divided run needs.
#pragma once

#include <string>
#include <vector>

#include "apps/gs_simulator/run_arguments.h"
#include "gs/sim/simulator.h"

namespace gs {

inline constexpr int kNodeSetUpFailed = 3;

struct NodeArguments : RunArguments {
  NodeArguments() { driver = "none", ros2 = true; }
  std::string kind;
  std::vector<std::string> wait_for{"world_state_node", "vehicle_dynamics_node"};
  double step_limit = 10;
};

void declare(CommandLine& line, NodeArguments& a);
// A simulator with the sensors of this part only; splats are loaded where they are needed. An empty path: the world of
// the arguments.
Result<sim::Simulator> make_part(const NodeArguments& a, const fs::path& world, const sim::SimulatorOptions& options);
int part_exit_code(const Error& error);

}  // namespace gs
