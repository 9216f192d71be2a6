// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_simulator/commands.h"
#include "apps/gs_simulator/log_notice.h"
#include "apps/gs_simulator/run_arguments.h"
#include "apps/gs_simulator/run_driving.h"
#include "apps/gs_simulator/run_outputs.h"
#include "apps/gs_simulator/run_set_up.h"
#include "gs/bridge/runner/run_loop.h"
#include "gs/bridge/simulator/ros2_bridge.h"
#include "gs/core/progress.h"

namespace gs {
namespace {

// Runs the loop and passes observations to ROS, recorder, video and progress display.
bridge::RunReport drive(const RunArguments& a, sim::Simulator& simulator, bridge::Driving driving, RunOutputs& outputs,
                        bridge::ROS2Bridge* ros) {
  install_interrupt_handler();
  TerminalProgress progress;
  const double dt = simulator.clock().dt().seconds();
  progress.begin("simulating", a.duration ? static_cast<uint64_t>(*a.duration / dt) : 0, "steps");
  bridge::RunHooks hooks;
  hooks.notice = log_notice;
  hooks.observed = [&](const sim::Observation& now, const bridge::RunStatus& status) {
    if (ros != nullptr) ros->observed(now, status);
    outputs.observed(simulator, now);
    progress.advance(now.step);
  };
  hooks.stop = [] { return interrupt_requested(); };
  if (ros != nullptr) {
    hooks.may_step = [ros] { return ros->may_step(); };
    hooks.wait = [ros](std::chrono::nanoseconds limit) { return ros->wait(limit); };
    hooks.event = [ros] { return ros->take_event(); };
    hooks.commands = [ros] { return ros->take_commands(); };
    hooks.real_time_factor = [ros] { return ros->real_time_factor(); };
  }
  // Without ROS there is no way to resume a paused run: only step 0 is observed.
  const bool only_look = a.start_paused && ros == nullptr;
  const auto report = run_loop(simulator, std::move(driving), outputs.recorder(),
                               only_look ? std::optional<double>(0.0) : a.duration, hooks);
  progress.finish();
  return report;
}

}  // namespace

// gs-simulator run: options, world, simulator, network, driver, outputs, then the loop. Each step has its exit code.
int run_simulator(config::CommandLine& line) {
  RunArguments a;
  declare(line, a);
  if (const auto exit = line.parse()) return *exit;
  if (a.quiet) set_log_level(LogLevel::error);
  // With --ros2 commands come from the network unless a driver is requested.
  if (a.ros2 && !line.was_given("driver")) a.driver = "none";
  const auto options = read_options(a);
  if (!options) return config::report_error(options.error(), config::kExitConfiguration);

  Worlds worlds(a, *options);
  StartedSimulator started = start_simulator(worlds, a);
  if (!started.simulator) return started.exit_code;
  sim::Simulator& simulator = *started.simulator;
  std::unique_ptr<bridge::ROS2Bridge> ros;
  if (a.ros2) {
    auto made = make_bridge(a, simulator, worlds.loader());
    if (!made) return config::report_error(made.error(), set_up_exit_code(made.error()));
    ros = std::move(*made);
  }
  auto driving = make_driving(a, simulator);
  if (!driving) return config::report_error(driving.error(), kSetUpFailed);
  auto outputs = RunOutputs::create(a, simulator);
  if (!outputs) return config::report_error(outputs.error(), kSetUpFailed);

  const bridge::RunReport report = drive(a, simulator, std::move(*driving), *outputs, ros.get());
  print_report(report, simulator);
  if (report.replay_error) return config::report_error(*report.replay_error, kSetUpFailed);
  const auto finished = outputs->finish(report);
  return finished ? 0 : config::report_error(finished.error(), kSetUpFailed);
}

}  // namespace gs
