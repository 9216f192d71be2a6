// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The simulator as a ROS 2 node, with every topic, service and parameter of its interface. It converts and sends, and
// forwards requests to the simulator; it makes no decisions of its own.
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
#include "gs/core/result.h"
#include "gs/ros2/arguments.h"
#include "gs/ros2/node.h"
#include "gs/ros2/wire/environment.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

// Discovery, QoS choices and hooks of the bridge.
struct Ros2BridgeOptions {
  ros2::DiscoveryOptions discovery{};
  ros2::Arguments arguments{};
  bool best_effort_sensors = false;  // send images and clouds best effort and paced; reliable also matches all readers
  bool best_effort_tf = false;
  double lockstep_timeout_s = 0;          // > 0: every step waits up to this long for a command
  std::filesystem::path worlds_folder{};  // folder for GetAvailableWorlds; empty: parent folder of the current world
  // Called with the log lines of the node itself (malformed commands and requests), not with notices of the run.
  std::function<void(ros2::LogLevel, const std::string&)> on_log{};
  std::function<bool()> stop{};  // called every 20 ms while a step waits for a command; true ends the wait
};

// Connects a simulator and run_loop() to a ROS 2 graph.
class ROS2Bridge {
 public:
  // Loads a bundle with the options of the current simulator; used by reset and load_world.
  using Load = std::function<Result<sim::Simulator>(const std::filesystem::path& bundle)>;

  // The simulator must outlive the bridge; load_world replaces its contents. All functions below must be called on the
  // thread that steps. Errors: those of joining the domain and creating endpoints.
  static Result<std::unique_ptr<ROS2Bridge>> create(sim::Simulator& simulator, const Ros2BridgeOptions& options,
                                                    Load load);
  ~ROS2Bridge();

  // Call before every step: serves requests and submits the commands that have arrived. False while paused (after a
  // short wait for requests), and when a service has changed the run; see take_event().
  bool may_step();
  // Waits at most `limit` and serves requests meanwhile. False if the run is paused, so that there is no step to wait
  // for.
  bool wait(std::chrono::nanoseconds limit);
  // Returns, once, the change that a service made in the last may_step() or wait(). The caller must then observe the
  // simulator and call observed().
  std::optional<rosmsg::gs_sim_msgs::SimulationEvent> take_event();
  // Returns, once, the CDR of the commands that the last may_step() submitted, for a recorder.
  std::vector<std::vector<std::byte>> take_commands();
  // Call after every step, and after an event changed the state: publishes the observation. Does not wait for the
  // network.
  void observed(const sim::Observation& now, const RunStatus& status);
  double real_time_factor() const;  // parameter that users may change during a run

  struct Impl;

 private:
  explicit ROS2Bridge(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Applies parameters of --ros-args to the simulator's options, before a simulator is created; `world` and
// `use_sim_time` are skipped. Errors: those of OptionTable::set, also for unknown names.
Result<void> apply_overrides(const ros2::Arguments& arguments, sim::SimulatorOptions& options);

// Default name of the node.
inline constexpr const char* kSimulatorNode = "simulator_node";

}  // namespace gs::bridge
