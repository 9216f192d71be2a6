// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/nodes/sensor_node.h"

namespace gs::bridge {

Result<std::unique_ptr<SensorNode>> SensorNode::create(ros2::Node& node, sim::Simulator simulator, TopicOptions options,
                                                       LoadPart load) {
  GS_TRY(StepReport report, StepReport::create(node));
  std::unique_ptr<SensorNode> out(new SensorNode(node, std::move(simulator), std::move(report), std::move(load)));
  SensorNode* self = out.get();
  options.clock = options.states = false;
  GS_TRY(self->topics_, Topics::create(node, self->simulator_, options));
  GS_TRY(self->states_, node.subscribe<rosmsg::gs_sim_msgs::EgoCore>(
                            kEgoCoreTopic, [self](const rosmsg::gs_sim_msgs::EgoCore& m) { self->take_state(m); },
                            ros2::qos::kLatched));
  return out;
}

// Changes to the world of the vehicle state if necessary. False if that world cannot be loaded.
bool SensorNode::enter(const WorldId& world) {
  const auto outcome = world_.follow(world, simulator_);
  if (outcome != WorldFollower::Outcome::loaded) return outcome == WorldFollower::Outcome::same;
  const auto announced = topics_->announce_world(simulator_);
  if (!announced) node_.log(ros2::LogLevel::error, announced.error().message);
  return announced.has_value();
}

void SensorNode::take_state(const rosmsg::gs_sim_msgs::EgoCore& message) {
  if (const auto error = check_ego_core(message)) return node_.warn_sometimes(to_string(*error), kEgoCoreTopic);
  if (!enter(world_of(message))) return;
  const StepId id = step_of(message.motion);
  const Timestamp stamp = simulator_.clock().at(id.step);
  if (present_ == id) return report_.done(stamp);  // repeated state: repeat the report
  if (!present_ || present_->epoch != id.epoch) poses_.clear();
  present_ = id;
  // Set the simulator to the received state, then observe: this renders the sensors that are due.
  sim::Snapshot now = simulator_.save();
  now.step = id.step;
  now.ego = ego_core_of(message);
  const sim::PlanarState& planar = now.ego.planar;
  poses_.add(stamp, sim::map_from_base_link(planar.x, planar.y, planar.yaw, now.ego.stance));
  now.poses = poses_.poses();
  simulator_.restore(now);
  const sim::Observation seen = simulator_.observe();
  topics_->publish(simulator_, seen, {});
  log_notices(node_, seen.notices);
  report_.done(stamp);
  reported_step_ = id.step;
}

}  // namespace gs::bridge
