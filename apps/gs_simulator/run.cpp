// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_simulator/commands.h"
#include "apps/gs_simulator/ros_arguments.h"
#include "gs/bridge/ros2/simulator/ros2_bridge.h"
#include "gs/bridge/runner/run_loop.h"
#include "gs/config/yaml_options.h"
#include "gs/core/file.h"
#include "gs/core/progress.h"

namespace gs {
namespace {

// Exit codes of the simulator.
constexpr int kNoBundle = 1, kInvalidBundle = 2, kSetUpFailed = 3, kNoGpu = 4;

struct RunArguments {
  fs::path world, record, replay_control;
  std::optional<fs::path> vehicle_config, sim_config, sensor_config;
  std::vector<std::string> set;
  std::string backend = "auto", driver = "path", record_images = "jpeg";
  std::optional<double> duration, real_time_factor;
  bool start_paused = false, allow_oversize = false, quiet = false;
  bool ros2 = false, best_effort_sensors = false, best_effort_tf = false;
  double lockstep_timeout = 0;
  std::string ros_args;
};

void declare(CommandLine& line, RunArguments& a) {
  line.positional("world", a.world, "folder of the world bundle");
  line.option("vehicle_config", a.vehicle_config, "YAML: the parameters below vehicle");
  line.option("sim_config", a.sim_config, "YAML: the parameters below simulation and frames");
  line.option("sensor_config", a.sensor_config, "YAML: the parameters below sensors");
  line.option("set", a.set, "key=value, any parameter: vehicle.wheelbase=3.1");
  line.option("backend", a.backend, "renderer", Choices{{"auto", "cpu", "cuda"}});
  line.option("duration", a.duration, "simulated seconds [s]; default: until the driver arrives or Ctrl-C",
              Range{0.0, 1e9});
  line.option("real_time_factor", a.real_time_factor, "simulated seconds per second; 0: as fast as possible",
              Range{0.0, 1000.0});
  line.option("start_paused", a.start_paused, "load, look once, and end; with --ros2: wait for resume or step");
  line.option("record", a.record, "write every topic to this MCAP");
  line.option("record_images", a.record_images, "how images are recorded", Choices{{"jpeg", "raw"}});
  line.option("replay_control", a.replay_control, "repeat the commands of this log");
  line.option("driver", a.driver,
              "path: follow the recorded drive; hold: keep the first speed; none: wait for commands",
              Choices{{"path", "hold", "none"}});
  line.option("allow_oversize", a.allow_oversize, "load more than 5,000,000 Gaussians");
  line.option("quiet", a.quiet, "only errors");
  line.option("ros2", a.ros2,
              "be the node /simulator_node of the ROS 2 graph of ROS_DOMAIN_ID; the driver is then none");
  line.option("ros_args", a.ros_args,
              "what follows, up to --, is for ROS: --ros-args -p vehicle.mass:=900 -r odom:=/car");
  line.option("best_effort_sensors", a.best_effort_sensors, "publish images and clouds best effort, paced");
  line.option("best_effort_tf", a.best_effort_tf, "publish /tf best effort");
  line.option("lockstep_timeout", a.lockstep_timeout, "every step waits that long for a command [s]; 0: never",
              Range{0.0, 3600.0});
  line.example("gs-simulator run worlds/minimal_test --duration 10 --real-time-factor 0 --record run.mcap");
}

Result<ros2::Arguments> ros_arguments(const RunArguments& a) {
  return ros2::parse_arguments(unpack_ros_arguments(a.ros_args));
}

Result<sim::SimulatorOptions> read_options(const RunArguments& a) {
  sim::SimulatorOptions options;
  const OptionTable table = OptionTable::of(options);
  for (const auto& file : {a.vehicle_config, a.sim_config, a.sensor_config}) {
    if (file) GS_CHECK(read_yaml_options_file(*file, table));
  }
  for (const std::string& assignment : a.set) GS_CHECK(table.set_assignment(assignment));
  if (a.ros2) {
    GS_TRY(const ros2::Arguments arguments, ros_arguments(a));
    GS_CHECK(bridge::apply_overrides(arguments, options));
    options.simulation.start_paused = options.simulation.start_paused || a.start_paused;
  }
  if (a.real_time_factor) options.simulation.real_time_factor = *a.real_time_factor;
  if (a.driver == "hold") options.simulation.control_timeout_sec = 0;
  return options;
}

Result<bridge::Driving> make_driving(const RunArguments& a, const sim::Simulator& simulator) {
  bridge::Driving driving;
  if (!a.replay_control.empty()) {
    Problems problems;
    GS_TRY(auto replay, bridge::ControlReplay::open(a.replay_control, simulator.options().simulation.control_mode,
                                                    simulator.clock().start(), problems));
    driving.replay = std::make_unique<bridge::ControlReplay>(std::move(replay));
    return driving;
  }
  const auto& recorded = simulator.world().bundle.trajectory;
  if (a.driver == "path" && recorded) {
    driving.driver =
        std::make_unique<sim::PathDriver>(*recorded, sim::PathDriverOptions{}, simulator.options().vehicle);
  }
  return driving;
}

Result<std::unique_ptr<bridge::ROS2Bridge>> make_bridge(const RunArguments& a, sim::Simulator& simulator,
                                                        bridge::ROS2Bridge::Load load) {
  bridge::Ros2BridgeOptions options{.best_effort_sensors = a.best_effort_sensors,
                                    .best_effort_tf = a.best_effort_tf,
                                    .lockstep_timeout_s = a.lockstep_timeout};
  GS_TRY(options.arguments, ros_arguments(a));
  GS_TRY(options.discovery, ros2::read_discovery_options(ros2::process_environment()));
  return bridge::ROS2Bridge::create(simulator, options, std::move(load));
}

void print_report(const bridge::RunReport& r, const std::string& renderer) {
  std::printf("drove %.1f m in %.2f s of simulated time, %.2f s of wall time: %.2fx real time\n", r.distance_m,
              r.simulated_s, r.wall_s, r.real_time_factor());
  std::printf("%llu steps, mean %.3f ms, worst %.1f ms, %llu late; %llu images by %s, %llu sweeps\n",
              static_cast<unsigned long long>(r.steps), r.mean_step_ms, r.worst_step_ms,
              static_cast<unsigned long long>(r.late_steps), static_cast<unsigned long long>(r.images),
              renderer.c_str(), static_cast<unsigned long long>(r.sweeps));
}

int exit_code(const Error& error) { return error.code == ErrorCode::no_device ? kNoGpu : kSetUpFailed; }

}  // namespace

int run_simulator(CommandLine& line) {
  RunArguments a;
  declare(line, a);
  if (const auto exit = line.parse()) return *exit;
  const auto options = read_options(a);
  if (!options) return report_error(options.error(), kExitConfiguration);

  Problems problems;
  const auto load = [&a, &options, &problems](const fs::path& bundle) -> Result<sim::SimWorld> {
    return sim::WorldLoader::load(
        bundle, {.allow_oversize = a.allow_oversize, .load_gaussians = options->sensors.camera.enable}, problems);
  };
  auto world = load(a.world);
  if (!world)
    return report_error(world.error(), world.error().code == ErrorCode::not_found ? kNoBundle : kInvalidBundle);
  for (const Problem& problem : problems) {
    if (!a.quiet && problem.severity == Severity::warning) std::fprintf(stderr, "%s\n", to_string(problem).c_str());
  }
  const auto make = [&](sim::SimWorld loaded) {
    return sim::Simulator::create(std::move(loaded), *options, *backend_from_string(a.backend));
  };
  auto simulator = make(std::move(*world));
  if (!simulator) return report_error(simulator.error(), exit_code(simulator.error()));
  std::unique_ptr<bridge::ROS2Bridge> ros;
  if (a.ros2) {
    if (!line.was_given("driver")) a.driver = "none";
    auto made = make_bridge(a, *simulator, [&](const fs::path& bundle) -> Result<sim::Simulator> {
      GS_TRY(auto loaded, load(bundle));
      return make(std::move(loaded));
    });
    if (!made) return report_error(made.error(), kSetUpFailed);
    ros = std::move(*made);
  }
  auto driving = make_driving(a, *simulator);
  if (!driving) return report_error(driving.error(), kSetUpFailed);
  std::optional<bridge::Recorder> recorder;
  if (!a.record.empty()) {
    auto made = bridge::Recorder::create(a.record, {.images = a.record_images});
    if (!made) return report_error(made.error(), kSetUpFailed);
    recorder.emplace(std::move(*made));
  }

  install_interrupt_handler();
  TerminalProgress progress;
  const double dt = simulator->clock().dt().seconds();
  if (!a.quiet) progress.begin("simulating", a.duration ? static_cast<uint64_t>(*a.duration / dt) : 0, "steps");
  bridge::RunHooks hooks{.notice =
                             [&](const sim::Notice& notice) {
                               if (!a.quiet || notice.level == sim::NoticeLevel::error)
                                 std::fprintf(stderr, "%s\n", notice.text.c_str());
                             },
                         .observed =
                             [&](const sim::Observation& now, const bridge::RunStatus& status) {
                               if (ros) ros->observed(now, status);
                               if (!a.quiet) progress.advance(now.step);
                             },
                         .stop = [] { return interrupt_requested(); }};
  if (ros) {
    hooks.may_step = [&] { return ros->may_step(); };
    hooks.real_time_factor = [&] { return ros->real_time_factor(); };
  }
  const std::optional<double> duration = a.start_paused && !ros ? std::optional<double>(0.0) : a.duration;
  const bridge::RunReport report =
      run_loop(*simulator, std::move(*driving), recorder ? &*recorder : nullptr, duration, hooks);
  if (!a.quiet) progress.finish();
  if (recorder && !report.recording_failed) {
    if (const auto closed = recorder->close(); !closed) return report_error(closed.error(), kSetUpFailed);
    std::printf("recorded %llu messages to %s\n", static_cast<unsigned long long>(recorder->message_count()),
                a.record.c_str());
  }
  print_report(report, simulator->renderer_name());
  return 0;
}

}  // namespace gs
