// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The services and commands of a running simulator, whatever carries them: the ROS 2 node and the web server share this
// class. It queues requests of other threads and serves them between two steps.
//
//   GS_TRY(auto services, RunServices::create(simulator, options, load));
//   GS_CHECK(services->serve([&](const ServiceDescription& service) { ... }));
//   const RunHooks hooks{.observed = [&](const auto& now, const auto& status) { services->observed(now, status); },
//                        .may_step = [&] { return services->may_step(); },
//                        .wait = [&](auto limit) { return services->wait(limit); },
//                        .event = [&] { return services->take_event(); }};
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/bridge/messages/observation_messages.h"
#include "gs/core/result.h"
#include "gs/ros2/service.h"
#include "gs/rosmsg/messages/gs_sim_msgs.h"
#include "gs/rosmsg/registry.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

// One service: its name ("/sim/pause", "~/get_entities"), its type, and the function that answers requests in CDR.
struct ServiceDescription {
  std::string_view name;
  const rosmsg::ServiceType* type = nullptr;
  ros2::Service::LaterHandler handler;
};

// Behaviour and callbacks of the services. The callbacks are called on the stepping thread.
struct RunServicesOptions {
  double lockstep_timeout_s = 0;          // > 0: every step waits up to this long for a command
  std::filesystem::path worlds_folder{};  // folder for GetAvailableWorlds; empty: parent folder of the current world
  std::function<bool()> stop{};           // called every 20 ms while a step waits for a command; true ends the wait
  std::function<void()> world_changed{};  // another world was loaded, or the same one again
  std::function<void()> paused_or_resumed{};
};

// Serves requests between the steps of a simulator. Unless stated otherwise, functions must be called on the thread
// that steps.
class RunServices {
 public:
  // Loads a bundle with the options of the current simulator; used by reset and load_world.
  using Load = std::function<Result<sim::Simulator>(const std::filesystem::path& bundle)>;

  // The simulator must outlive the object; load_world replaces its contents.
  static std::unique_ptr<RunServices> create(sim::Simulator& simulator, RunServicesOptions options, Load load);
  ~RunServices();

  // Calls `add` for every service. The handlers may be called from any thread but the stepping one and may block until
  // the step in progress ends; they must not be called after close().
  Result<void> serve(const std::function<Result<void>(ServiceDescription)>& add);
  // Ends waiting requests with a failure; no work of a service runs afterwards.
  void close();

  // Decodes and checks a command of the simulator's control mode and queues it for the next step. Any thread. Errors:
  // those of read_control().
  Result<void> receive_command(Bytes cdr);

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
  // Call after every step, and after an event changed the state.
  void observed(const sim::Observation& now, const RunStatus& status);
  // State and status of the last observed(), without images, sweeps and notices; the status says whether the run is
  // paused now.
  const sim::Observation& last_seen() const;
  RunStatus last_status() const;

  // Simulated seconds per second, a parameter that users may change during a run. Any thread.
  double real_time_factor() const;
  void set_real_time_factor(double factor);

  struct Impl;

 private:
  explicit RunServices(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::bridge
