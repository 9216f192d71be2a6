// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_simulator/commands.h"
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
  line.option("start_paused", a.start_paused, "load, look once, and end");
  line.option("record", a.record, "write every topic to this MCAP");
  line.option("record_images", a.record_images, "how images are recorded", Choices{{"jpeg", "raw"}});
  line.option("replay_control", a.replay_control, "repeat the commands of this log");
  line.option("driver", a.driver,
              "path: follow the recorded drive; hold: keep the first speed; none: wait for commands",
              Choices{{"path", "hold", "none"}});
  line.option("allow_oversize", a.allow_oversize, "load more than 5,000,000 Gaussians");
  line.option("quiet", a.quiet, "only errors");
  line.example("gs-simulator run worlds/minimal_test --duration 10 --real-time-factor 0 --record run.mcap");
}

Result<sim::SimulatorOptions> read_options(const RunArguments& a) {
  sim::SimulatorOptions options;
  const OptionTable table = OptionTable::of(options);
  for (const auto& file : {a.vehicle_config, a.sim_config, a.sensor_config}) {
    if (file) GS_CHECK(read_yaml_options_file(*file, table));
  }
  for (const std::string& assignment : a.set) GS_CHECK(table.set_assignment(assignment));
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
  auto world = sim::WorldLoader::load(
      a.world, {.allow_oversize = a.allow_oversize, .load_gaussians = options->sensors.camera.enable}, problems);
  if (!world)
    return report_error(world.error(), world.error().code == ErrorCode::not_found ? kNoBundle : kInvalidBundle);
  for (const Problem& problem : problems) {
    if (!a.quiet && problem.severity == Severity::warning) std::fprintf(stderr, "%s\n", to_string(problem).c_str());
  }
  auto simulator = sim::Simulator::create(std::move(*world), *options, *backend_from_string(a.backend));
  if (!simulator) return report_error(simulator.error(), exit_code(simulator.error()));
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
  const bridge::RunHooks hooks{.notice =
                                   [&](const sim::Notice& notice) {
                                     if (!a.quiet || notice.level == sim::NoticeLevel::error)
                                       std::fprintf(stderr, "%s\n", notice.text.c_str());
                                   },
                               .observed =
                                   [&](const sim::Observation& now, const bridge::RunStatus&) {
                                     if (!a.quiet) progress.advance(now.step);
                                   },
                               .stop = [] { return interrupt_requested(); }};
  const std::optional<double> duration = a.start_paused ? std::optional<double>(0.0) : a.duration;
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
