// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/ros2/nodes/component_messages.h"

namespace gs::bridge {

gs_sim_msgs::PlanarMotion motion_message(const StepId& id, Timestamp stamp, const sim::PlanarState& motion) {
  gs_sim_msgs::PlanarMotion out;
  out.header.stamp = stamp;
  out.epoch = id.epoch, out.step = id.step;
  out.x = motion.x, out.y = motion.y, out.yaw = motion.yaw;
  out.vx = motion.vx, out.vy = motion.vy, out.yaw_rate = motion.yaw_rate;
  out.steering = motion.steering, out.acceleration = motion.acceleration;
  return out;
}

gs_sim_msgs::EgoCore ego_core_message(const StepId& id, const sim::Simulator& simulator, const std::string& world) {
  const sim::EgoCoreState ego = simulator.save().ego;
  gs_sim_msgs::EgoCore out;
  out.motion = motion_message(id, simulator.clock().now(), ego.planar);
  out.z = ego.stance.z, out.pitch = ego.stance.pitch, out.roll = ego.stance.roll;
  out.wheels_on_ground = static_cast<uint8_t>(ego.stance.wheels_on_ground);
  out.acceleration = {ego.acceleration.x, ego.acceleration.y, ego.acceleration.z};
  out.steering_rate = ego.steering_rate;
  out.is_offroad = ego.is_offroad, out.is_collision = ego.is_collision, out.ground_unknown = ego.ground_unknown;
  out.world_bundle_path = world;
  out.start_time = simulator.clock().start();
  out.dt = simulator.clock().dt();
  return out;
}

StepId step_of(const gs_sim_msgs::PlanarMotion& message) { return {message.epoch, message.step}; }

sim::PlanarState motion_of(const gs_sim_msgs::PlanarMotion& message) {
  return {.x = message.x,
          .y = message.y,
          .yaw = message.yaw,
          .vx = message.vx,
          .vy = message.vy,
          .yaw_rate = message.yaw_rate,
          .steering = message.steering,
          .acceleration = message.acceleration};
}

sim::EgoCoreState ego_core_of(const gs_sim_msgs::EgoCore& message) {
  return {.planar = motion_of(message.motion),
          .stance = {.z = message.z,
                     .pitch = message.pitch,
                     .roll = message.roll,
                     .wheels_on_ground = message.wheels_on_ground},
          .acceleration = {message.acceleration.x, message.acceleration.y, message.acceleration.z},
          .steering_rate = message.steering_rate,
          .is_offroad = message.is_offroad,
          .is_collision = message.is_collision,
          .ground_unknown = message.ground_unknown};
}

Result<StepReport> StepReport::create(ros2::Node& node) {
  GS_TRY(auto publisher, node.publish<std_msgs::Header>(kStepDoneTopic, ros2::qos::kLatched));
  return StepReport(node.name(), std::move(publisher));
}

void StepReport::done(Timestamp stamp) {
  // A report that cannot be sent is repeated when the clock repeats its tick.
  [[maybe_unused]] const auto sent = publisher_.publish({.stamp = stamp, .frame_id = name_});
}

void StepReport::flush() { publisher_.raw().writer().wait_for_acknowledgements(std::chrono::seconds(1)); }

void log_notices(ros2::Node& node, const sim::Notices& notices) {
  for (const sim::Notice& notice : notices) {
    const auto level = notice.level == sim::NoticeLevel::error     ? ros2::LogLevel::error
                       : notice.level == sim::NoticeLevel::warning ? ros2::LogLevel::warning
                                                                   : ros2::LogLevel::info;
    node.log(level, notice.text);
  }
}

}  // namespace gs::bridge
