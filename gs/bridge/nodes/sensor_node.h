// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// CameraRenderer and LiDARGenerator as nodes: they render cameras or cast LiDAR rays from the published vehicle state
// when a sensor is due.
#pragma once

#include <memory>
#include <optional>

#include "gs/bridge/nodes/component_messages.h"
#include "gs/bridge/nodes/world_follower.h"
#include "gs/bridge/simulator/topics.h"
#include "gs/sim/sensors/pose_history.h"

namespace gs::bridge {

// Publishes the sensors of one node. All work runs on the node's topic thread.
class SensorNode {
 public:
  // The node publishes all enabled sensors of `simulator`. node must outlive the result. `load` is used when the world
  // changes.
  static Result<std::unique_ptr<SensorNode>> create(ros2::Node& node, sim::Simulator simulator, TopicOptions options,
                                                    LoadPart load = {});
  // Last step reported as done; may be called from any thread.
  uint64_t step() const { return reported_step_; }
  // Waits until the last report was received.
  void flush() { report_.flush(); }

 private:
  SensorNode(ros2::Node& node, sim::Simulator simulator, StepReport report, LoadPart load)
      : node_(node), simulator_(std::move(simulator)), report_(std::move(report)), world_(node, std::move(load)) {}
  bool enter(const WorldId& world);
  void take_state(const rosmsg::gs_sim_msgs::EgoCore& message);

  ros2::Node& node_;
  sim::Simulator simulator_;
  StepReport report_;
  WorldFollower world_;
  std::optional<StepId> present_;
  sim::PoseHistory poses_;
  std::atomic<uint64_t> reported_step_ = 0;
  std::unique_ptr<Topics> topics_;
  std::unique_ptr<ros2::Subscription> states_;  // last: its callback uses the members above
};

}  // namespace gs::bridge
