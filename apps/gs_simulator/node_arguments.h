// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Command line of `gs-simulator node`, and the simulator that each node needs.
#pragma once

#include <string>
#include <vector>

#include "apps/gs_simulator/run_arguments.h"
#include "gs/sim/simulator.h"

namespace gs {

// Exit code if a node cannot be set up or fails.
inline constexpr int kNodeSetUpFailed = 3;

// Arguments of `node`: those of `run`, and the kind of node.
struct NodeArguments : RunArguments {
  NodeArguments() { driver = "none", ros2 = true; }
  std::string kind;
  std::vector<std::string> wait_for{"world_state_node", "vehicle_dynamics_node"};
  double step_limit = 10;
};

// Declares the options of all kinds of nodes.
void declare(config::CommandLine& line, NodeArguments& a);
// Creates a simulator with only the sensors of this node; Gaussians are loaded only if needed. Empty path: the world of
// the arguments. Errors: not_found without a bundle; invalid_data for an invalid one; no_device.
Result<sim::Simulator> make_part(const NodeArguments& a, const fs::path& world, const sim::SimulatorOptions& options);
// Exit code of an error of make_part: 1 no bundle, 4 no GPU, 2 otherwise.
int part_exit_code(const Error& error);

}  // namespace gs
