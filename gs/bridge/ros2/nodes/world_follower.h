// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Keeps the simulator of a part in the world that the owner of the car's state is in.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "gs/bridge/ros2/node.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

// Loads a bundle as the first one was loaded, with the sensors of this part.
using LoadPart = std::function<Result<sim::Simulator>(const std::filesystem::path& bundle)>;

class WorldFollower {
 public:
  WorldFollower(ros2::Node& node, LoadPart load) : node_(node), load_(std::move(load)) {}

  enum class Outcome { same, loaded, missing };
  // missing: the world could not be loaded, which is said once; the part has nothing to say about it.
  Outcome follow(const std::string& world, sim::Simulator& simulator);

 private:
  ros2::Node& node_;
  LoadPart load_;
  std::string present_, refused_;  // worlds, as the messages name them
};

}  // namespace gs::bridge
