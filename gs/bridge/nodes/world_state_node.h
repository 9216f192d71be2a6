// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// EgoStateCore as a node: the owner of the vehicle state. It applies the motion of each step, computes ground contact,
// off-road and collision, and publishes /odom, /tf, /vehicle/state, /sim/status and the exact state for the other
// nodes.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "gs/bridge/nodes/component_messages.h"
#include "gs/bridge/nodes/world_follower.h"
#include "gs/bridge/simulator/topics.h"

namespace gs::bridge {

// Topics, loader and observer.
struct WorldStateOptions {
  TopicOptions topics{};
  LoadPart load{};  // used by load_world and reset_world; without it, a reset only places the vehicle
  // Called after every step and for step 0, on a thread of the node.
  std::function<void(const sim::Simulator&, const sim::Observation&, const RunStatus&)> observed{};
};

// Thread-safe: motions and services arrive on two threads.
class WorldStateNode {
 public:
  // `simulator` must have its sensors disabled. node must outlive the result.
  static Result<std::unique_ptr<WorldStateNode>> create(ros2::Node& node, sim::Simulator simulator,
                                                        WorldStateOptions options);
  // Current step.
  uint64_t step();
  // Waits until the last state and report were received.
  void flush();

 private:
  WorldStateNode(ros2::Node& node, sim::Simulator simulator, WorldStateOptions options, StepReport report);
  Result<void> start();
  Result<void> serve();
  rosmsg::gs_sim_msgs::ResetWorld::Response reset(const rosmsg::gs_sim_msgs::ResetWorld::Request& request);
  rosmsg::gs_sim_msgs::LoadWorld::Response load_world(const std::string& bundle);
  void take_motion(const rosmsg::gs_sim_msgs::PlanarMotion& motion);
  void show(const sim::Observation& now, const std::vector<std::string>& warnings);
  void begin_run();  // after a reset
  StepId present() const { return {epoch_, simulator_.clock().step()}; }

  ros2::Node& node_;
  std::mutex mutex_;  // guards all members below
  sim::Simulator simulator_;
  WorldStateOptions options_;
  StepReport report_;
  uint64_t epoch_;
  WorldId world_;
  bool paused_ = false;
  std::chrono::steady_clock::time_point last_shown_{};
  std::unique_ptr<Topics> topics_;
  std::optional<ros2::Publisher<rosmsg::gs_sim_msgs::EgoCore>> core_;
  std::vector<std::unique_ptr<ros2::Service>> services_;
  std::vector<std::unique_ptr<ros2::Subscription>> subscriptions_;  // last: their callbacks use the members above
};

}  // namespace gs::bridge
