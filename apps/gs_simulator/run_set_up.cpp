// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_simulator/run_set_up.h"

#include "apps/gs_simulator/log_ros.h"
#include "gs/core/progress.h"

namespace gs {
namespace {

// Exit code of Simulator::create: no GPU, options that do not fit the world, or another failure.
int simulator_exit_code(const Error& error) {
  constexpr int kNoGpu = 4;
  if (error.code == ErrorCode::no_device) return kNoGpu;
  const bool unfit = error.code == ErrorCode::not_found || error.code == ErrorCode::invalid_data;
  return unfit ? config::kExitConfiguration : kSetUpFailed;
}

}  // namespace

StartedSimulator start_simulator(Worlds& worlds, const RunArguments& a) {
  constexpr int kNoBundle = 1, kInvalidBundle = 2;
  StartedSimulator out;
  auto world = worlds.load(a.world);
  if (!world) {
    const bool missing = world.error().code == ErrorCode::not_found;
    out.exit_code = config::report_error(world.error(), missing ? kNoBundle : kInvalidBundle);
    return out;
  }
  auto simulator = worlds.make(std::move(*world));
  if (simulator) {
    out.simulator = *std::move(simulator);
  } else {
    out.exit_code = config::report_error(simulator.error(), simulator_exit_code(simulator.error()));
  }
  return out;
}

std::function<Result<sim::Simulator>(const fs::path& bundle)> Worlds::loader() {
  return [this](const fs::path& bundle) -> Result<sim::Simulator> {
    GS_TRY(auto loaded, load(bundle));
    return make(std::move(loaded));
  };
}

Result<sim::SimWorld> Worlds::load(const fs::path& bundle) {
  const sim::SensorOptions& sensors = options_.sensors;
  const bool splats = sensors.camera.enable || (sensors.lidar.enable && sensors.lidar.raycast.use_gaussians);
  Problems problems;
  auto world =
      sim::WorldLoader::load(bundle, {.allow_oversize = a_.allow_oversize, .load_gaussians = splats}, problems);
  for (const Problem& problem : problems) {
    if (world && problem.severity == Severity::warning) log_problem(problem);
  }
  return world;
}

Result<sim::Simulator> Worlds::make(sim::SimWorld world) const {
  std::error_code ignored;
  sim::SimulatorOptions options = options_;
  if (!fs::equivalent(world.data.bundle_path, a_.world, ignored)) options.simulation.initial_pose = {};
  return sim::Simulator::create(std::move(world), options, *backend_from_string(a_.backend));
}

Result<std::unique_ptr<bridge::ROS2Bridge>> make_bridge(const RunArguments& a, sim::Simulator& simulator,
                                                        bridge::ROS2Bridge::Load load) {
  bridge::Ros2BridgeOptions options{.best_effort_sensors = a.best_effort_sensors,
                                    .best_effort_tf = a.best_effort_tf,
                                    .lockstep_timeout_s = a.lockstep_timeout,
                                    .stop = interrupt_requested};
  options.on_log = log_ros;
  GS_TRY(options.arguments, ros_arguments(a));
  GS_TRY(options.discovery, ros2::read_discovery_options(ros2::process_environment()));
  return bridge::ROS2Bridge::create(simulator, options, std::move(load));
}

}  // namespace gs
