// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The inside of ROS2Bridge: private to this folder. Members belong to the stepping thread unless said otherwise.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <mutex>

#include "gs/bridge/messages/control_messages.h"
#include "gs/bridge/messages/simulation_events.h"
#include "gs/bridge/ros2/node.h"
#include "gs/bridge/ros2/simulator/ros2_bridge.h"
#include "gs/bridge/ros2/simulator/step_queue.h"
#include "gs/bridge/ros2/simulator/topics.h"
#include "gs/rosmsg/messages/simulation_interfaces.h"
#include "gs/rosmsg/messages/std_srvs.h"

namespace gs::bridge {

// What a service says about itself: gs_sim_msgs and std_srvs both answer with these two.
struct Outcome {
  bool success = false;
  std::string message;
};

struct ROS2Bridge::Impl {
  Impl(sim::Simulator& s, Ros2BridgeOptions o, Load l)
      : simulator(s),
        options(std::move(o)),
        load(std::move(l)),
        vehicle(s.options().vehicle),
        control_mode(s.options().simulation.control_mode),
        real_time_factor(s.options().simulation.real_time_factor) {}
  ~Impl();

  Result<void> start();
  Result<void> declare_parameters();
  Result<void> subscribe_control();
  Result<void> serve_simulation();  // gs_sim_msgs and std_srvs
  Result<void> serve_standard();    // simulation_interfaces

  // On the stepping thread, by way of the queue; callable from service threads.
  Outcome on_stepping_thread(const std::function<Outcome()>& work);
  Outcome pause();
  Outcome resume();
  using Respond = std::function<void(const Outcome&)>;
  void step(uint64_t count, Respond respond);  // responds when the steps are done, or ended by something else
  Outcome reset(const geometry_msgs::Pose& pose, bool reset_time);
  Outcome set_pose(const geometry_msgs::Pose& pose, const geometry_msgs::Twist& twist);
  Outcome load_world(const std::filesystem::path& bundle);
  bool is_paused();

  // On the stepping thread itself.
  Outcome replace_world(const std::filesystem::path& bundle);  // not one that the old world owns
  void publish_status();                                       // /sim/status at once
  void attend(std::chrono::nanoseconds limit);  // does what services ask for, until one of them has changed the run
  bool is_held() const { return simulator.clock().paused() && !steps; }
  void finish_steps(bool success, const std::string& reason);
  bool wait_for_command();  // in lockstep; false when the step is not to be made now
  void submit_commands();

  template <class S>
  Result<void> serve_later(
      const char* name,
      std::function<void(const typename S::Request&, std::function<void(const typename S::Response&)>)> callback) {
    GS_TRY(auto service, node->serve_later<S>(name, std::move(callback)));
    services.push_back(std::move(service));
    return {};
  }
  template <class S>
  Result<void> serve(const char* name, std::function<typename S::Response(const typename S::Request&)> callback) {
    GS_TRY(auto service, node->serve<S>(name, std::move(callback)));
    services.push_back(std::move(service));
    return {};
  }

  sim::Simulator& simulator;
  Ros2BridgeOptions options;
  Load load;
  // Copies: read by the thread that receives commands, while a world may be replaced.
  const sim::VehicleOptions vehicle;
  const std::string control_mode;
  std::atomic<double> real_time_factor;
  std::vector<std::vector<std::byte>> submitted;  // CDR of the last may_step's, until taken
  RunStatus last_status;
  sim::Observation last_seen;  // without images, sweeps and notices

  std::optional<gs_sim_msgs::SimulationEvent> event;  // of the present may_step or wait, until taken
  struct Steps {                                      // that a service asked for while paused
    uint64_t wanted = 0, left = 0;
    std::chrono::steady_clock::time_point until;
    Respond respond;
  };
  std::optional<Steps> steps;

  std::mutex mutex;  // guards what follows up to the next blank line
  struct Received {
    ArrivedCommand command;
    std::vector<std::byte> cdr;
  };
  std::deque<Received> commands;

  StepQueue queue;
  std::shared_ptr<ros2::Context> context;  // shared with the node
  std::unique_ptr<ros2::Node> node;
  std::unique_ptr<Topics> topics;
  std::unique_ptr<ros2::Subscription> control;
  std::vector<std::unique_ptr<ros2::Service>> services;
};

}  // namespace gs::bridge
