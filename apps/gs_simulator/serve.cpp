// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// `gs-simulator serve`: a running simulator for browsers and Foxglove clients.
#include "apps/gs_simulator/commands.h"
#include "apps/gs_simulator/log_notice.h"
#include "apps/gs_simulator/run_driving.h"
#include "apps/gs_simulator/run_outputs.h"
#include "apps/gs_simulator/run_set_up.h"
#include "apps/gs_simulator/serve_arguments.h"
#include "gs/bridge/runner/run_loop.h"
#include "gs/core/progress.h"

namespace gs {
namespace {

// The loop with the hooks of the server and the outputs of the run.
bridge::RunReport drive_served(const ServeArguments& a, sim::Simulator& simulator, bridge::Driving driving,
                               RunOutputs& outputs, web::LiveServer& server) {
  bridge::RunHooks hooks = server.hooks();
  hooks.notice = log_notice;
  hooks.stop = [] { return interrupt_requested(); };
  hooks.observed = [&, publish = std::move(hooks.observed)](const sim::Observation& now,
                                                            const bridge::RunStatus& status) {
    publish(now, status);
    outputs.observed(simulator, now);
  };
  return run_loop(simulator, std::move(driving), outputs.recorder(), a.duration, hooks);
}

}  // namespace

int run_serve(config::CommandLine& line) {
  ServeArguments a;
  declare(line, a);
  if (const auto exit = line.parse()) return *exit;
  if (a.quiet) set_log_level(LogLevel::error);
  const auto options = read_options(a);
  if (!options) return config::report_error(options.error(), config::kExitConfiguration);
  auto live = live_options(a);
  if (!live) return config::report_error(live.error(), config::kExitUsage);
  Worlds worlds(a, *options);
  StartedSimulator started = start_simulator(worlds, a);
  if (!started.simulator) return started.exit_code;
  sim::Simulator& simulator = *started.simulator;
  auto driving = make_driving(a, simulator);
  if (!driving) return config::report_error(driving.error(), kSetUpFailed);
  auto outputs = RunOutputs::create(a, simulator);
  if (!outputs) return config::report_error(outputs.error(), kSetUpFailed);
  install_interrupt_handler();
  auto server = web::LiveServer::start(simulator, *std::move(live), worlds.loader());
  if (!server) return config::report_error(server.error(), kSetUpFailed);

  print_addresses(a, **server);
  const bridge::RunReport report = drive_served(a, simulator, std::move(*driving), *outputs, **server);
  server->reset();  // calls that wait are answered before the outputs are completed
  print_report(report, simulator);
  const auto finished = outputs->finish(report);
  return finished ? 0 : config::report_error(finished.error(), kSetUpFailed);
}

}  // namespace gs
