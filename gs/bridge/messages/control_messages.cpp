// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/messages/control_messages.h"

#include <cmath>

#include "gs/rosmsg/codec/cdr.h"

namespace gs::bridge {
namespace {

// Decoder and check of each control mode.
Result<ArrivedCommand> read_ackermann(Bytes cdr, const sim::VehicleOptions& vehicle) {
  GS_TRY(const auto m, rosmsg::decode_cdr<rosmsg::ackermann_msgs::AckermannDriveStamped>(cdr));
  const world::ControlInput input{.steering_angle = m.drive.steering_angle,
                                  .steering_angle_velocity = m.drive.steering_angle_velocity,
                                  .speed = m.drive.speed,
                                  .acceleration = m.drive.acceleration,
                                  .stamp = m.header.stamp.timestamp()};
  return ArrivedCommand{check_ackermann(input, vehicle), input.stamp};
}

Result<ArrivedCommand> read_twist(Bytes cdr, const sim::VehicleOptions& vehicle) {
  GS_TRY(const auto m, rosmsg::decode_cdr<rosmsg::geometry_msgs::TwistStamped>(cdr));
  return ArrivedCommand{sim::check_twist(m.twist.linear.x, m.twist.angular.z, vehicle), m.header.stamp.timestamp()};
}

Result<ArrivedCommand> read_custom(Bytes cdr, const sim::VehicleOptions& vehicle) {
  GS_TRY(const auto m, rosmsg::decode_cdr<rosmsg::gs_sim_msgs::VehicleControlCmd>(cdr));
  // Unknown gears and modes are kept as they are; check_custom refuses them.
  const sim::CustomControl input{.steering_angle = m.steering_angle,
                                 .steering_angle_rate = m.steering_angle_rate,
                                 .throttle = m.throttle,
                                 .brake = m.brake,
                                 .target_velocity = m.target_velocity,
                                 .target_acceleration = m.target_acceleration,
                                 .gear = static_cast<sim::Gear>(m.gear),
                                 .mode = static_cast<sim::CustomControl::Mode>(m.control_mode),
                                 .stamp = m.header.stamp.timestamp()};
  return ArrivedCommand{check_custom(input, vehicle), input.stamp};
}

}  // namespace

std::string_view control_type(std::string_view control_mode) {
  if (control_mode == "twist") return rosmsg::geometry_msgs::TwistStamped::kType;
  if (control_mode == "custom") return rosmsg::gs_sim_msgs::VehicleControlCmd::kType;
  return rosmsg::ackermann_msgs::AckermannDriveStamped::kType;
}

Result<ArrivedCommand> read_control(std::string_view control_mode, Bytes cdr, const sim::VehicleOptions& vehicle) {
  if (control_mode == "twist") return read_twist(cdr, vehicle);
  if (control_mode == "custom") return read_custom(cdr, vehicle);
  return read_ackermann(cdr, vehicle);
}

rosmsg::ackermann_msgs::AckermannDriveStamped ackermann_message(const world::ControlInput& input,
                                                                std::string_view frame_id) {
  rosmsg::ackermann_msgs::AckermannDriveStamped out;
  out.header.stamp = input.stamp;
  out.header.frame_id = frame_id;
  out.drive.steering_angle = static_cast<float>(input.steering_angle);
  out.drive.steering_angle_velocity = static_cast<float>(input.steering_angle_velocity);
  out.drive.speed = static_cast<float>(input.speed);
  out.drive.acceleration = static_cast<float>(input.acceleration);
  return out;
}

std::vector<std::byte> encode_control(std::string_view control_mode, const world::ControlInput& input,
                                      const sim::VehicleOptions& vehicle) {
  const rosmsg::std_msgs::Header header{.stamp = input.stamp, .frame_id = "base_link"};
  if (control_mode == "twist") {
    rosmsg::geometry_msgs::TwistStamped out{.header = header};
    out.twist.linear.x = input.speed;
    // Kinematic bicycle: the yaw rate that needs this steering angle.
    out.twist.angular.z = input.speed * std::tan(input.steering_angle) / vehicle.wheelbase;
    return rosmsg::encode_cdr(out);
  }
  if (control_mode == "custom") {
    using Command = rosmsg::gs_sim_msgs::VehicleControlCmd;
    Command out{.header = header};
    out.steering_angle = static_cast<float>(input.steering_angle);
    // In velocity mode the direction is given by the gear.
    out.target_velocity = static_cast<float>(std::abs(input.speed));
    out.gear = input.speed < 0 ? Command::GEAR_REVERSE : Command::GEAR_DRIVE;
    out.control_mode = Command::MODE_VELOCITY;
    return rosmsg::encode_cdr(out);
  }
  return rosmsg::encode_cdr(ackermann_message(input, "base_link"));
}

}  // namespace gs::bridge
