// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/nodes/component_messages.h"

#include <cmath>

#include "gs/core/format.h"

namespace gs::bridge {
namespace {

constexpr double kMaxNumber = 1e6;  // limit of speeds, angles and accelerations in SI units, far beyond any vehicle
constexpr uint64_t kMaxStep = uint64_t{1} << 53;
constexpr Duration kLongestStep = Duration::from_ms(1000);  // the upper limit of simulation.dt

}  // namespace

rosmsg::gs_sim_msgs::PlanarMotion motion_message(const StepId& id, Timestamp stamp, const sim::PlanarState& motion) {
  rosmsg::gs_sim_msgs::PlanarMotion out;
  out.header.stamp = stamp;
  out.epoch = id.epoch, out.step = id.step;
  out.x = motion.x, out.y = motion.y, out.yaw = motion.yaw;
  out.vx = motion.vx, out.vy = motion.vy, out.yaw_rate = motion.yaw_rate;
  out.steering = motion.steering, out.acceleration = motion.acceleration;
  return out;
}

rosmsg::gs_sim_msgs::EgoCore ego_core_message(const StepId& id, const sim::Simulator& simulator, const WorldId& world) {
  const sim::EgoCoreState ego = simulator.save().ego;
  rosmsg::gs_sim_msgs::EgoCore out;
  out.motion = motion_message(id, simulator.clock().now(), ego.planar);
  out.z = ego.stance.z, out.pitch = ego.stance.pitch, out.roll = ego.stance.roll;
  out.wheels_on_ground = static_cast<uint8_t>(ego.stance.wheels_on_ground);
  out.acceleration = {ego.acceleration.x, ego.acceleration.y, ego.acceleration.z};
  out.steering_rate = ego.steering_rate;
  out.is_offroad = ego.is_offroad, out.is_collision = ego.is_collision, out.ground_unknown = ego.ground_unknown;
  out.world_bundle_path = world.path;
  out.world_reads = world.reads;
  out.start_time = simulator.clock().start();
  out.dt = simulator.clock().dt();
  return out;
}

StepId step_of(const rosmsg::gs_sim_msgs::PlanarMotion& message) { return {message.epoch, message.step}; }

WorldId world_of(const rosmsg::gs_sim_msgs::EgoCore& message) {
  return {message.world_bundle_path, message.world_reads};
}

std::optional<sim::SimError> check_motion(const rosmsg::gs_sim_msgs::PlanarMotion& m) {
  const auto invalid = [](sim::SimErrorType type, std::string detail) {
    return sim::SimError{"EgoStateCore", type, std::move(detail)};
  };
  // NaN fails these comparisons too.
  for (const double number : {m.yaw, m.vx, m.vy, m.yaw_rate, m.steering, m.acceleration}) {
    if (!(std::abs(number) <= kMaxNumber))
      return invalid(sim::SimErrorType::invalid_transform, format("motion has the value {}, limit is 1e6", number));
  }
  if (!(std::abs(m.x) <= sim::kMaxPosition) || !(std::abs(m.y) <= sim::kMaxPosition))
    return invalid(sim::SimErrorType::invalid_transform, format("motion position x={} y={} is out of range", m.x, m.y));
  if (m.step > kMaxStep)
    return invalid(sim::SimErrorType::invalid_timestamp, format("motion step {} is out of range", m.step));
  if (m.gear > static_cast<uint8_t>(sim::Gear::drive))
    return invalid(sim::SimErrorType::invalid_control_input, format("gear={} is unknown", m.gear));
  return std::nullopt;
}

std::optional<sim::SimError> check_ego_core(const rosmsg::gs_sim_msgs::EgoCore& m) {
  if (auto error = check_motion(m.motion)) return error;
  const auto invalid = [](sim::SimErrorType type, std::string detail) {
    return sim::SimError{"EgoStateCore", type, std::move(detail)};
  };
  for (const double number : {m.pitch, m.roll, m.acceleration.x, m.acceleration.y, m.acceleration.z, m.steering_rate}) {
    if (!(std::abs(number) <= kMaxNumber))
      return invalid(sim::SimErrorType::invalid_transform, format("state has the value {}, limit is 1e6", number));
  }
  if (!(std::abs(m.z) <= sim::kMaxHeight))
    return invalid(sim::SimErrorType::invalid_transform, format("state height z={} is out of range", m.z));
  if (m.wheels_on_ground > 4)
    return invalid(sim::SimErrorType::invalid_transform, format("wheels_on_ground={} exceeds 4", m.wheels_on_ground));
  const Duration dt = m.dt.duration();
  if (dt.ns <= 0 || dt > kLongestStep)
    return invalid(sim::SimErrorType::invalid_timestamp, format("dt={} s is not between 0 and 1 s", dt.seconds()));
  // Saturated times would stop the clock.
  const sim::SimClock clock(m.start_time.timestamp(), dt);
  if (clock.at(m.motion.step + 1) <= clock.at(m.motion.step))
    return invalid(sim::SimErrorType::invalid_timestamp, format("start time {} s and step {} exceed the range of time",
                                                                clock.start().seconds(), m.motion.step));
  return std::nullopt;
}

sim::PlanarState motion_of(const rosmsg::gs_sim_msgs::PlanarMotion& message) {
  return {.x = message.x,
          .y = message.y,
          .yaw = message.yaw,
          .vx = message.vx,
          .vy = message.vy,
          .yaw_rate = message.yaw_rate,
          .steering = message.steering,
          .acceleration = message.acceleration};
}

sim::EgoCoreState ego_core_of(const rosmsg::gs_sim_msgs::EgoCore& message) {
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
  GS_TRY(auto publisher, node.publish<rosmsg::std_msgs::Header>(kStepDoneTopic, ros2::qos::kLatched));
  return StepReport(node.name(), std::move(publisher));
}

void StepReport::done(Timestamp stamp) {
  // A lost report is repeated when sim_clock repeats its tick.
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
