// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Makes the simulator and the ROS 2 bridge of `gs-simulator run`.
#pragma once

#include <memory>

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

 private:
  const RunArguments& a_;
  const sim::SimulatorOptions& options_;
};

// The simulator as a ROS 2 node, with the options of the command line and the environment.
Result<std::unique_ptr<bridge::ROS2Bridge>> make_bridge(const RunArguments& a, sim::Simulator& simulator,
                                                        bridge::ROS2Bridge::Load load);

}  // namespace gs
