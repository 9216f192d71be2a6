// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Arguments of `gs-simulator run`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gs/config/command_line.h"
#include "gs/core/file.h"
#include "gs/ros2/arguments.h"
#include "gs/sim/options.h"
#include "gs/sim/vehicle/path_driver.h"

namespace gs {

// Parsed values; the names are those of the options.
struct RunArguments {
  fs::path world, record, video, replay_control;
  std::optional<fs::path> vehicle_config, sim_config, sensor_config;
  std::vector<std::string> set;
  std::string backend = "auto", driver = "path", record_images = "jpeg";
  std::optional<double> duration, real_time_factor;
  std::optional<std::string> traffic;
  std::optional<std::string> shadows;
  std::vector<std::string> ground_truth;
  bool start_paused = false, allow_oversize = false, quiet = false, digest = false, force = false;
  bool ros2 = false, best_effort_sensors = false, best_effort_tf = false;
  double lockstep_timeout = 0;
  sim::PathDriverOptions driver_options;
  std::string ros_args;
};

// Declares the options that `run` and every `node` share: world and parameters.
void declare_world(config::CommandLine& line, RunArguments& a);
// Declares all options of `run`.
void declare(config::CommandLine& line, RunArguments& a);
// Parses the arguments behind --ros-args.
Result<ros2::Arguments> ros_arguments(const RunArguments& a);
// Options of the simulator. Later sources win: defaults, YAML files, --set, ROS parameters, specific flags.
Result<sim::SimulatorOptions> read_options(const RunArguments& a);
// Exit code if the network cannot be set up: 2 if environment or arguments are wrong (ROS_DOMAIN_ID), otherwise 3.
int set_up_exit_code(const Error& error);

}  // namespace gs
