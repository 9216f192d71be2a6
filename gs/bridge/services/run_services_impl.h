// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Implementation of RunServices; private to this folder. Members belong to the stepping thread unless stated otherwise.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <utility>

#include "gs/bridge/messages/control_messages.h"
#include "gs/bridge/messages/simulation_events.h"
#include "gs/bridge/services/run_services.h"
#include "gs/bridge/services/step_queue.h"
#include "gs/rosmsg/messages/simulation_interfaces.h"
#include "gs/rosmsg/messages/std_srvs.h"

namespace gs::bridge {

// Result of a service call; services of gs_sim_msgs and std_srvs answer with these two fields.
struct Outcome {
  bool success = false;
  std::string message;
};

// Result of load_world(), with the world that runs after it: the new one, or the old one if it failed.
struct LoadedWorld {
  Outcome outcome{};
  rosmsg::gs_sim_msgs::WorldInfo info{};
};

// All state of the services, and their work.
struct RunServices::Impl {
  Impl(sim::Simulator& s, RunServicesOptions o, Load l)
      : simulator(s),
        options(std::move(o)),
        load(std::move(l)),
        vehicle(s.options().vehicle),
        control_mode(s.options().simulation.control_mode),
        real_time_factor(s.options().simulation.real_time_factor) {}

  using Add = std::function<Result<void>(ServiceDescription)>;
  // Add the services of gs_sim_msgs and std_srvs, and those of simulation_interfaces: features, then the others.
  Result<void> serve_simulation();
  Result<void> serve_standard();
  Result<void> serve_standard_run();
  Result<void> serve_standard_entities();
  Result<void> serve_standard_spawning();
  Result<void> serve_standard_worlds();

  // Run work on the stepping thread through the queue; called from service threads.
  Outcome on_stepping_thread(const std::function<Outcome()>& work);
  Outcome pause();
  Outcome resume();
  using Respond = std::function<void(const Outcome&)>;
  void step(uint64_t count, Respond respond);  // responds when the steps are done or were cancelled
  Outcome reset(const rosmsg::geometry_msgs::Pose& pose, bool reset_time);
  Outcome set_pose(const rosmsg::geometry_msgs::Pose& pose, const rosmsg::geometry_msgs::Twist& twist);
  Outcome reset_entities();
  LoadedWorld load_world(const std::filesystem::path& bundle);
  bool is_paused();

  // Called on the stepping thread only.
  Outcome replace_world(const std::filesystem::path& bundle);  // `bundle` must not be owned by the old world
  void tell_paused();                                          // calls paused_or_resumed
  void attend(std::chrono::nanoseconds limit);  // serves requests up to `limit`, or until one has changed the run
  bool is_held() const { return simulator.clock().paused() && !steps; }
  void finish_steps(bool success, const std::string& reason);
  bool wait_for_command();  // in lockstep, waits for a command; false if the step must not be made now
  void submit_commands();

  // Add a service; see ros2::Service::LaterHandler and ros2::Service::Handler.
  template <class S>
  Result<void> serve_later(
      std::string_view name,
      std::function<void(const typename S::Request&, std::function<void(const typename S::Response&)>)> callback) {
    return add({name, rosmsg::find_service_type(S::kType), ros2::typed_later_handler<S>(std::move(callback))});
  }
  // Add a service that answers at once.
  template <class S>
  Result<void> serve(std::string_view name, std::function<typename S::Response(const typename S::Request&)> callback) {
    return add({name, rosmsg::find_service_type(S::kType), ros2::at_once(ros2::typed_handler<S>(std::move(callback)))});
  }

  sim::Simulator& simulator;
  RunServicesOptions options;
  Load load;
  Add add;  // during serve()
  // Copies for the thread that receives commands, because the simulator may be replaced at any time.
  const sim::VehicleOptions vehicle;
  const std::string control_mode;
  std::atomic<double> real_time_factor;
  std::vector<std::vector<std::byte>> submitted;  // CDR of the commands of the last may_step(), until taken
  RunStatus last_status;
  sim::Observation last_seen;  // without images, sweeps and notices

  std::optional<rosmsg::gs_sim_msgs::SimulationEvent> event;  // of the current may_step() or wait(), until taken
  struct Steps {                                              // steps requested by a service while paused
    uint64_t wanted = 0, left = 0;
    std::chrono::steady_clock::time_point until;
    Respond respond;
  };
  std::optional<Steps> steps;

  std::mutex mutex;  // guards the members up to the next blank line
  // A command that waits for the next step, with its payload for the recorder.
  struct Received {
    ArrivedCommand command;
    std::vector<std::byte> cdr;
  };
  std::deque<Received> commands;

  StepQueue queue;
};

}  // namespace gs::bridge
