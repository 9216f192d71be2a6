// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// VehicleDynamics as a node: at each tick of the clock it computes the motion of the step from vehicle state and
// commands.
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "gs/bridge/messages/control_messages.h"
#include "gs/bridge/nodes/component_messages.h"
#include "gs/bridge/nodes/world_follower.h"
#include "gs/bridge/runner/driving.h"

namespace gs::bridge {

// Sources of commands.
struct VehicleDynamicsOptions {
  Driving driving{};              // source of commands in addition to /vehicle/control_cmd
  double lockstep_timeout_s = 0;  // > 0: every step waits up to this long for a command
  LoadPart load{};                // used when the world changes
};

// All work runs on the node's topic thread.
class VehicleDynamicsNode {
 public:
  // `simulator` must have its sensors disabled. node must outlive the result.
  static Result<std::unique_ptr<VehicleDynamicsNode>> create(ros2::Node& node, sim::Simulator simulator,
                                                             VehicleDynamicsOptions options);
  // Last step reported as done; may be called from any thread.
  uint64_t step() const { return reported_step_; }
  // Waits until the last report was received.
  void flush();

 private:
  VehicleDynamicsNode(ros2::Node& node, sim::Simulator simulator, VehicleDynamicsOptions options, StepReport report);
  Result<void> start();
  void take_state(const rosmsg::gs_sim_msgs::EgoCore& message);
  void take_command(const ros2::Sample& sample);
  void tick(Timestamp end);
  bool must_wait();
  void compute();

  ros2::Node& node_;
  sim::Simulator simulator_;
  VehicleDynamicsOptions options_;
  StepReport report_;
  WorldFollower world_;
  std::optional<StepId> present_;                            // step of the vehicle state; empty before the first
  std::optional<rosmsg::gs_sim_msgs::PlanarMotion> answer_;  // motion of the step after present_, once computed
  std::optional<std::chrono::steady_clock::time_point> waiting_until_;  // end of waiting for a command, in lockstep
  std::deque<ArrivedCommand> commands_;
  std::atomic<uint64_t> reported_step_ = 0;
  std::optional<ros2::Publisher<rosmsg::gs_sim_msgs::PlanarMotion>> motion_;
  std::vector<std::unique_ptr<ros2::Subscription>> subscriptions_;  // last: their callbacks use the members above
};

}  // namespace gs::bridge
