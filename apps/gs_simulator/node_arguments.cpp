// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_simulator/node_arguments.h"

#include "gs/sim/world_loader.h"

namespace gs {

void declare(config::CommandLine& line, NodeArguments& a) {
  line.positional("part", a.kind, "node to run",
                  Choices{{"world_state", "vehicle_dynamics", "camera_renderer", "lidar_generator", "sim_clock"}});
  declare_world(line, a);
  line.option("backend", a.backend, "camera_renderer, lidar_generator: where images and rays are computed",
              Choices{{"auto", "cpu", "cuda"}});
  line.option("duration", a.duration, "length of the run in simulated time [s]; default: until Ctrl-C",
              Range{0.0, 1e9});
  line.option("real_time_factor", a.real_time_factor, "sim_clock: simulated seconds per second; 0: as fast as possible",
              Range{0.0, 1000.0});
  line.option("start_paused", a.start_paused, "sim_clock: wait for resume or step");
  line.option("step_limit", a.step_limit, "sim_clock: longest wait of a step for a slow node [s]", Range{0.01, 1e6});
  line.option("wait_for", a.wait_for, "sim_clock: nodes that every step must wait for");
  line.option("driver", a.driver, "vehicle_dynamics: built-in driver; path follows the recorded drive",
              Choices{{"path", "none"}});
  line.option("replay_control", a.replay_control, "vehicle_dynamics: replay the commands of this log");
  line.option("lockstep_timeout", a.lockstep_timeout, "vehicle_dynamics: longest wait of every step for a command [s]",
              Range{0.0, 3600.0});
  line.option("record", a.record, "world_state: record its topics to this MCAP file");
  line.option("force", a.force, "world_state: replace an existing file at --record");
  line.option("allow_oversize", a.allow_oversize, "allow worlds with more than 5,000,000 Gaussians");
  line.option("best_effort_sensors", a.best_effort_sensors, "publish images and clouds best effort and paced");
  line.option("best_effort_tf", a.best_effort_tf, "publish /tf best effort");
  line.option("quiet", a.quiet, "the same as --log-level error");
  line.option("ros_args", a.ros_args, "ROS arguments up to --: --ros-args -p vehicle.mass:=900");
  line.example("gs-simulator node world_state worlds/minimal_test");
}

Result<sim::Simulator> make_part(const NodeArguments& a, const fs::path& bundle, const sim::SimulatorOptions& options) {
  const fs::path& world = bundle.empty() ? a.world : bundle;
  sim::SimulatorOptions part = options;
  std::error_code ignored;
  // The initial pose was given for the first world; its coordinates have no meaning in another.
  if (!fs::equivalent(world, a.world, ignored)) part.simulation.initial_pose = {};
  // Each node simulates only its own sensors; the others run without any.
  if (a.kind != "camera_renderer") part.sensors.camera.enable = false;
  if (a.kind != "lidar_generator") part.sensors.lidar.enable = false;
  const bool splats =
      part.sensors.camera.enable || (part.sensors.lidar.enable && part.sensors.lidar.raycast.use_gaussians);
  Problems problems;
  auto loaded = sim::WorldLoader::load(world, {.allow_oversize = a.allow_oversize, .load_gaussians = splats}, problems);
  if (!loaded) {
    // Only a missing bundle has an exit code of its own.
    Error error = std::move(loaded).error();
    if (error.code != ErrorCode::not_found) error.code = ErrorCode::invalid_data;
    return error;
  }
  return sim::Simulator::create(std::move(*loaded), part, *backend_from_string(a.backend));
}

int part_exit_code(const Error& error) {
  if (error.code == ErrorCode::not_found) return 1;
  return error.code == ErrorCode::no_device ? 4 : 2;
}

}  // namespace gs
