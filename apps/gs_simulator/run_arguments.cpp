// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_simulator/run_arguments.h"

#include "apps/gs_simulator/ros_arguments.h"
#include "gs/bridge/simulator/ros2_bridge.h"
#include "gs/config/yaml_options.h"

namespace gs {

void declare_world(config::CommandLine& line, RunArguments& a) {
  line.positional("world", a.world, "folder of the world bundle");
  line.option("vehicle_config", a.vehicle_config,
              "YAML file with vehicle.*; 'gs-simulator parameters vehicle' prints the defaults");
  line.option("sim_config", a.sim_config, "YAML file with simulation.* and frames.*");
  line.option("sensor_config", a.sensor_config, "YAML file with sensors.*");
  line.option("set", a.set, "parameter as key=value, may be repeated: vehicle.wheelbase=3.1");
}

void declare(config::CommandLine& line, RunArguments& a) {
  declare_world(line, a);
  line.option("backend", a.backend, "where images and rays are computed; auto: a usable GPU, otherwise the CPU",
              Choices{{"auto", "cpu", "cuda"}});
  line.option(
      "duration", a.duration,
      "length of the run in simulated time [s]; default: until the driver arrives, the replayed log ends, or Ctrl-C",
      Range{0.0, 1e9});
  line.option("real_time_factor", a.real_time_factor,
              "simulated seconds per second; 0: as fast as possible; default: simulation.real_time_factor, 1",
              Range{0.0, 1000.0});
  line.option("traffic", a.traffic,
              "actors of the world: replay their recorded motion, or none; default: simulation.traffic",
              Choices{{"replay", "none"}});
  line.option("shadows", a.shadows,
              "shadows of actors in images: contact and sun, contact alone, or none; default: simulation.shadows, sun",
              Choices{{"sun", "contact", "none"}});
  line.option("ground_truth", a.ground_truth,
              "ground-truth images beside every camera image; the same as sensors.camera.ground_truth.*",
              Choices{{"depth", "instance", "class", "flow"}});
  line.option("start_paused", a.start_paused, "render step 0 and end; with --ros2: wait for resume or step");
  line.option("record", a.record, "record all topics and commands to this MCAP file");
  line.option("record_images", a.record_images, "image format in the recording", Choices{{"jpeg", "raw"}});
  line.option("video", a.video, "write an MP4 video of the cameras with a view from above");
  line.option("force", a.force, "replace existing files at --record and --video");
  line.option("digest", a.digest,
              "print SHA-256 digests of all states, images and clouds; equal runs have equal digests");
  line.option(
      "replay_control", a.replay_control,
      "replay the commands (/vehicle/control_cmd), resets and placements of this log instead of using a driver");
  line.option("driver", a.driver,
              "path: follow the recorded drive; hold: keep the initial speed; none: wait for commands",
              Choices{{"path", "hold", "none"}});
  line.option("driver_max_speed", a.driver_options.max_speed, "upper bound of the driver's speed [m/s]",
              Range{0.1, 150.0});
  line.option("allow_oversize", a.allow_oversize, "allow worlds with more than 5,000,000 Gaussians");
  line.option("quiet", a.quiet, "the same as --log-level error");
  line.option("ros2", a.ros2,
              "run as ROS 2 node /simulator_node in the domain ROS_DOMAIN_ID; the default driver is then none");
  line.option("ros_args", a.ros_args, "ROS arguments up to --: --ros-args -p vehicle.mass:=900 -r odom:=/car");
  line.option("best_effort_sensors", a.best_effort_sensors, "publish images and clouds best effort and paced");
  line.option("best_effort_tf", a.best_effort_tf, "publish /tf best effort; the same as frames.best_effort_tf");
  line.option("lockstep_timeout", a.lockstep_timeout, "longest wait of every step for a command [s]; 0: do not wait",
              Range{0.0, 3600.0});
  line.example("gs-simulator run worlds/minimal_test --duration 10 --real-time-factor 0 --record run.mcap");
}

Result<ros2::Arguments> ros_arguments(const RunArguments& a) {
  return ros2::parse_arguments(unpack_ros_arguments(a.ros_args));
}

Result<sim::SimulatorOptions> read_options(const RunArguments& a) {
  sim::SimulatorOptions options;
  const OptionTable table = OptionTable::of(options);
  // Later sources override earlier ones.
  for (const auto& file : {a.vehicle_config, a.sim_config, a.sensor_config}) {
    if (file) GS_CHECK(config::read_yaml_options_file(*file, table));
  }
  for (const std::string& assignment : a.set) GS_CHECK(table.set_assignment(assignment));
  if (a.ros2) {
    GS_TRY(const ros2::Arguments arguments, ros_arguments(a));
    GS_CHECK(bridge::apply_overrides(arguments, options));
    options.simulation.start_paused = options.simulation.start_paused || a.start_paused;
  }
  if (a.traffic) options.simulation.traffic = *a.traffic;
  if (a.shadows) options.simulation.shadows = *a.shadows;
  for (const std::string& name : a.ground_truth) GS_CHECK(table.set("sensors.camera.ground_truth." + name, "true"));
  if (a.real_time_factor) options.simulation.real_time_factor = *a.real_time_factor;
  return options;
}

int set_up_exit_code(const Error& error) {
  constexpr int kCannotSetUp = 3;
  const bool configuration = error.code == ErrorCode::invalid_option || error.code == ErrorCode::invalid_argument;
  return configuration ? config::kExitConfiguration : kCannotSetUp;
}

}  // namespace gs
