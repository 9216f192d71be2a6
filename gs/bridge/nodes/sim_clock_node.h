// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// SimClock as a node: it publishes a tick on /clock when all nodes have done the last step, not faster than
// real_time_factor allows, and not while paused. Services: /sim/pause, /sim/resume, /sim/step, /sim/control.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "gs/bridge/nodes/component_messages.h"
#include "gs/bridge/nodes/step_barrier.h"
#include "gs/bridge/runner/pacer.h"
#include "gs/rosmsg/messages/rosgraph_msgs.h"

namespace gs::bridge {

// Pace of the clock, and the nodes it waits for.
struct SimClockOptions {
  double real_time_factor = 1.0;  // 0: as fast as possible
  bool start_paused = false;
  // After this time without a report, the clock stops waiting for a node until it reports again. It always waits for
  // the nodes of `needed`.
  double step_limit_s = 10;
  std::vector<std::string> needed{"world_state_node", "vehicle_dynamics_node"};
};

// The clock of the multi-process simulator. Services are answered on the node's service thread; run() steps.
class SimClockNode {
 public:
  // Start time and dt are taken from `clock` until the first vehicle state arrives. node must outlive the result.
  static Result<std::unique_ptr<SimClockNode>> create(ros2::Node& node, const sim::SimClock& clock,
                                                      const SimClockOptions& options);
  ~SimClockNode();
  // Ticks until all nodes have done last_step (empty: without end) or `stop` returns true. Returns the last step done.
  uint64_t run(std::optional<uint64_t> last_step, const std::function<bool()>& stop);

 private:
  SimClockNode(ros2::Node& node, const sim::SimClock& clock, const SimClockOptions& options)
      : node_(node), options_(options), barrier_(options.needed), clock_(clock), paused_(options.start_paused) {}
  void take_state(const rosmsg::gs_sim_msgs::EgoCore& message);
  double period_s() const { return sim::wall_seconds_per_step(clock_.dt(), options_.real_time_factor); }
  struct Outcome {
    bool success;
    std::string message;
  };
  using Respond = std::function<void(const Outcome&)>;
  struct StepCall {
    uint64_t wanted;  // value of done_steps_ at which the call is answered
    std::chrono::steady_clock::time_point until;
    Respond respond;
  };
  Result<void> start();
  Result<void> serve();
  Outcome set_paused(bool paused);
  void step(const Respond& respond);
  void reset(const Respond& respond);  // calls /sim/reset_world of world_state
  // mutex_ must be held.
  void answer_steps();
  void cancel_steps(const std::string& reason);
  bool wait_for_wall_clock(std::unique_lock<std::mutex>& lock, const Pacer& pacer, const std::function<bool()>& stop);
  void tick(uint64_t step);
  // Both wait for a short time; mutex_ must be held.
  bool wait_for_others(std::unique_lock<std::mutex>& lock);
  void wait_for_state(std::unique_lock<std::mutex>& lock, const StepId& before, const std::function<bool()>& stop);

  ros2::Node& node_;
  const SimClockOptions options_;
  std::mutex mutex_;  // guards the members up to the next blank line
  std::condition_variable changed_;
  StepBarrier barrier_;
  sim::SimClock clock_;            // start time and dt of the vehicle's world
  std::optional<StepId> present_;  // step of the vehicle state; empty before the first state
  uint64_t done_steps_ = 0;        // number of steps that all nodes have done
  bool paused_;
  uint64_t steps_asked_ = 0;
  std::deque<StepCall> step_calls_;  // pending calls of /sim/step
  bool resetting_ = false;
  std::optional<std::chrono::steady_clock::time_point> waiting_since_;

  std::optional<ros2::Publisher<rosmsg::rosgraph_msgs::Clock>> ticks_;
  std::optional<ros2::Publisher<rosmsg::std_msgs::Bool>> pauses_;
  std::vector<std::unique_ptr<ros2::Service>> services_;
  std::vector<std::unique_ptr<ros2::Subscription>> subscriptions_;  // their callbacks use the members above
  ros2::Subscription* reports_ = nullptr;                           // the one of /sim/step_done
  std::atomic<bool> ending_ = false;
  std::thread resetter_;
};

}  // namespace gs::bridge
