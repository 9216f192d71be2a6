// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The simulator as an ordinary node of a ROS 2 graph: every topic, service and parameter of its interface. It decides
// nothing: it converts, sends and asks the simulator.
//
//   GS_TRY(auto bridge, ROS2Bridge::create(simulator, options, load));
//   const RunHooks hooks{.observed = [&](const auto& now, const auto& status) { bridge->observed(now, status); },
//                        .may_step = [&] { return bridge->may_step(); },
//                        .wait = [&](auto limit) { return bridge->wait(limit); },
//                        .event = [&] { return bridge->take_event(); }};
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gs/bridge/messages/observation_messages.h"
#include "gs/bridge/ros2/arguments.h"
#include "gs/bridge/ros2/environment.h"
#include "gs/bridge/ros2/node.h"
#include "gs/core/result.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

struct Ros2BridgeOptions {
  ros2::DiscoveryOptions discovery{};
  ros2::Arguments arguments{};
  bool best_effort_sensors = false;  // images and clouds, paced; the default also reaches reliable readers
  bool best_effort_tf = false;
  double lockstep_timeout_s = 0;          // > 0: every step waits that long for a command
  std::filesystem::path worlds_folder{};  // where GetAvailableWorlds looks; empty: beside the present world
  // What the node logs by itself: malformed commands and requests. Notices of the run are not repeated here.
  std::function<void(ros2::LogLevel, const std::string&)> on_log{};
  std::function<bool()> stop{};  // asked every 20 ms while a step waits for a command
};

class ROS2Bridge {
 public:
  // Loads a bundle as the present one was loaded: for reset and load_world.
  using Load = std::function<Result<sim::Simulator>(const std::filesystem::path& bundle)>;

  // The simulator outlives the bridge; load_world replaces what it holds. Everything below belongs to the thread that
  // steps.
  static Result<std::unique_ptr<ROS2Bridge>> create(sim::Simulator& simulator, const Ros2BridgeOptions& options,
                                                    Load load);
  ~ROS2Bridge();

  // Before every step: does what services asked for and submits the commands that arrived. False while paused, after
  // waiting a little for something to do, and when a service has changed the run: take_event() tells.
  bool may_step();
  // Waits at most that long for the wall clock and serves meanwhile. False when there is no step to wait for: paused.
  bool wait(std::chrono::nanoseconds limit);
  // What a service has done to the run in the last may_step() or wait(), once, and until the next of them. Whoever
  // steps observes then, and calls observed().
  std::optional<gs_sim_msgs::SimulationEvent> take_event();
  // CDR of the commands the last may_step submitted, for a recorder; once.
  std::vector<std::vector<std::byte>> take_commands();
  // After every step, and when an event has changed the state: publishes. Never waits for the network.
  void observed(const sim::Observation& now, const RunStatus& status);
  double real_time_factor() const;  // a parameter that may change while running

  struct Impl;

 private:
  explicit ROS2Bridge(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Overrides of --ros-args into the simulator's options, before there is a simulator. Parameters that are none of the
// simulator's are left to the node.
Result<void> apply_overrides(const ros2::Arguments& arguments, sim::SimulatorOptions& options);

inline constexpr const char* kSimulatorNode = "simulator_node";

}  // namespace gs::bridge
