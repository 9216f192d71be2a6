// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Keeps the simulator of a node in the same world as world_state, which owns the vehicle state.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "gs/bridge/nodes/component_messages.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

// Loads a bundle with the options and sensors of this node. Empty path: the bundle with which the node was started.
using LoadPart = std::function<Result<sim::Simulator>(const std::filesystem::path& bundle)>;

// Not thread-safe.
class WorldFollower {
 public:
  WorldFollower(ros2::Node& node, LoadPart load) : node_(node), load_(std::move(load)) {}

  // same: nothing to do; loaded: the simulator was replaced; missing: the world could not be loaded.
  enum class Outcome { same, loaded, missing };
  // Loads the world if its path or its number of reads has changed (reset_world also reads the files again). If that
  // fails, the error is logged once and `missing` is returned until the world changes; the node then publishes nothing.
  Outcome follow(const WorldId& world, sim::Simulator& simulator);

 private:
  ros2::Node& node_;
  LoadPart load_;
  WorldId present_;
  std::optional<WorldId> refused_;
};

}  // namespace gs::bridge
