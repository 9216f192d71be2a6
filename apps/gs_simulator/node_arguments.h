// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The command line of `gs-simulator node`, and the simulator each part of a divided run needs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gs/bridge/ros2/arguments.h"
#include "gs/bridge/runner/driving.h"
#include "gs/config/command_line.h"
#include "gs/core/file.h"

namespace gs {

inline constexpr int kNodeSetUpFailed = 3;

struct NodeArguments {
  std::string kind;
  fs::path world, record, replay_control;
  std::optional<fs::path> vehicle_config, sim_config, sensor_config;
  std::vector<std::string> set, wait_for{"world_state_node", "vehicle_dynamics_node"};
  std::string backend = "auto", driver = "none", ros_args;
  std::optional<double> duration, real_time_factor;
  double lockstep_timeout = 0, step_limit = 10;
  bool start_paused = false, allow_oversize = false, quiet = false;
  bool best_effort_sensors = false, best_effort_tf = false;
};

void declare(CommandLine& line, NodeArguments& a);
Result<ros2::Arguments> ros_arguments(const NodeArguments& a);
// Files, then --set, then --ros-args, then options of their own.
Result<sim::SimulatorOptions> node_options(const NodeArguments& a);
// A simulator with the sensors of this part only; splats are loaded where they are needed.
Result<sim::Simulator> make_part(const NodeArguments& a, const sim::SimulatorOptions& options);
int part_exit_code(const Error& error);
Result<bridge::Driving> node_driving(const NodeArguments& a, const sim::Simulator& simulator);

}  // namespace gs
