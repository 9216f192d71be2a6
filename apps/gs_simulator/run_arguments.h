// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What `gs-simulator run` takes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gs/bridge/ros2/arguments.h"
#include "gs/bridge/runner/driving.h"
#include "gs/config/command_line.h"
#include "gs/core/file.h"
#include "gs/sim/options.h"
#include "gs/sim/path_driver.h"

namespace gs {

struct RunArguments {
  fs::path world, record, video, replay_control;
  std::optional<fs::path> vehicle_config, sim_config, sensor_config;
  std::vector<std::string> set;
  std::string backend = "auto", driver = "path", record_images = "jpeg";
  std::optional<double> duration, real_time_factor;
  bool start_paused = false, allow_oversize = false, quiet = false, digest = false, force = false;
  bool ros2 = false, best_effort_sensors = false, best_effort_tf = false;
  double lockstep_timeout = 0;
  sim::PathDriverOptions driver_options;
  std::string ros_args;
};

// The world and the parameters of its simulation: what every part of a divided run takes too.
void declare_world(CommandLine& line, RunArguments& a);
void declare(CommandLine& line, RunArguments& a);
Result<ros2::Arguments> ros_arguments(const RunArguments& a);
// Defaults, then the files, then --set, then ROS, then flags of their own.
Result<sim::SimulatorOptions> read_options(const RunArguments& a);
// A network that cannot be set up: 2 where the environment or the arguments are wrong (ROS_DOMAIN_ID), otherwise 3.
int set_up_exit_code(const Error& error);
// --driver and --replay-control; the latter wins, and without --duration and --ros2 ends the run with its log.
Result<bridge::Driving> make_driving(const RunArguments& a, const sim::Simulator& simulator);

}  // namespace gs
