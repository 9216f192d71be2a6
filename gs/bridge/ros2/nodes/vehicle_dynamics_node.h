// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// VehicleDynamics as a node: the motion of each step from the state of the car and the commands, when the clock ticks.
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "gs/bridge/messages/control_messages.h"
#include "gs/bridge/ros2/nodes/component_messages.h"
#include "gs/bridge/ros2/nodes/world_follower.h"
#include "gs/bridge/runner/driving.h"

namespace gs::bridge {

struct VehicleDynamicsOptions {
  Driving driving{};              // besides /vehicle/control_cmd
  double lockstep_timeout_s = 0;  // > 0: every step waits that long for a command
  LoadPart load{};
};

// Everything happens on the thread of the node's topics.
class VehicleDynamicsNode {
 public:
  // The simulator has no sensors; node outlives the result.
  static Result<std::unique_ptr<VehicleDynamicsNode>> create(ros2::Node& node, sim::Simulator simulator,
                                                             VehicleDynamicsOptions options);
  uint64_t step() const { return reported_step_; }
  void flush();

 private:
  VehicleDynamicsNode(ros2::Node& node, sim::Simulator simulator, VehicleDynamicsOptions options, StepReport report);
  Result<void> start();
  void take_state(const gs_sim_msgs::EgoCore& message);
  void take_command(const ros2::Sample& sample);
  void tick(Timestamp end);
  bool must_wait();
  void compute();

  ros2::Node& node_;
  sim::Simulator simulator_;
  VehicleDynamicsOptions options_;
  StepReport report_;
  WorldFollower world_;
  std::optional<StepId> present_;                                       // of the car; nothing before the first state
  std::optional<gs_sim_msgs::PlanarMotion> answer_;                     // to the tick after present_
  std::optional<std::chrono::steady_clock::time_point> waiting_until_;  // for a command, in lockstep
  std::deque<ArrivedCommand> commands_;
  std::atomic<uint64_t> reported_step_ = 0;
  std::optional<ros2::Publisher<gs_sim_msgs::PlanarMotion>> motion_;
  std::vector<std::unique_ptr<ros2::Subscription>> subscriptions_;  // last: they call into everything above
};

}  // namespace gs::bridge
