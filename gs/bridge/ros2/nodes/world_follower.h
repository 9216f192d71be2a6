// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Keeps the simulator of a part in the world that the owner of the car's state is in.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "gs/bridge/ros2/nodes/component_messages.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

// Loads a bundle as the first one was loaded, with the sensors of this part. An empty path: the first one again.
using LoadPart = std::function<Result<sim::Simulator>(const std::filesystem::path& bundle)>;

class WorldFollower {
 public:
  WorldFollower(ros2::Node& node, LoadPart load) : node_(node), load_(std::move(load)) {}

  enum class Outcome { same, loaded, missing };
  // Loads the world when its path or the number of reads is another one: reset_world reads the files again too.
  // missing: the world could not be loaded, which is logged once; the part has nothing to say about it.
  Outcome follow(const WorldId& world, sim::Simulator& simulator);

 private:
  ros2::Node& node_;
  LoadPart load_;
  WorldId present_;
  std::optional<WorldId> refused_;
};

}  // namespace gs::bridge
