// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Makes the simulator and the ROS 2 bridge of `gs-simulator run`.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "apps/gs_simulator/run_arguments.h"
#include "gs/bridge/simulator/ros2_bridge.h"
#include "gs/sim/simulator.h"

namespace gs {

// Loads worlds with the options of the command line; the ROS 2 bridge loads others later.
class Worlds {
 public:
  // Borrows both arguments.
  Worlds(const RunArguments& a, const sim::SimulatorOptions& options) : a_(a), options_(options) {}

  // Reads a bundle, with warnings on stderr.
  Result<sim::SimWorld> load(const fs::path& bundle);
  // Makes the simulator. simulation.initial_pose was given for the first world; its coordinates have no meaning in
  // another.
  Result<sim::Simulator> make(sim::SimWorld world) const;
  // load() and make() in one call, for services that load worlds later. Borrows this object.
  std::function<Result<sim::Simulator>(const fs::path& bundle)> loader();

 private:
  const RunArguments& a_;
  const sim::SimulatorOptions& options_;
};

// Exit code if simulator, network or outputs cannot be set up.
inline constexpr int kSetUpFailed = 3;

// The simulator of the first world, or the exit code of an error that has been reported: 1 no bundle, 2 invalid bundle
// or options that do not fit it, 4 no GPU, 3 otherwise.
struct StartedSimulator {
  std::optional<sim::Simulator> simulator;
  int exit_code = 0;
};
StartedSimulator start_simulator(Worlds& worlds, const RunArguments& a);

// The simulator as a ROS 2 node, with the options of the command line and the environment.
Result<std::unique_ptr<bridge::ROS2Bridge>> make_bridge(const RunArguments& a, sim::Simulator& simulator,
                                                        bridge::ROS2Bridge::Load load);

}  // namespace gs
