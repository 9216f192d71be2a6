// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/vehicle/control.h"

#include <algorithm>
#include <cmath>

#include "gs/core/format.h"

namespace gs::sim {
namespace {

SimError invalid(std::string detail) {
  return {"VehicleDynamics", SimErrorType::invalid_control_input, std::move(detail)};
}

// Clamps `value` to [low, high]. If it was outside, the first such violation of a command is stored in `error`; one log
// line per command is enough.
double clamp_noting(double value, double low, double high, std::string_view name, std::string_view limit,
                    std::optional<SimError>& error) {
  if (value >= low && value <= high) return value;
  const double bound = value > high ? high : low;
  if (!error) error = invalid(format("{}={} exceeds {}={}", name, value, limit, std::abs(bound)));
  return bound;
}

// Command with the vehicle's own limits.
DriveCommand base_command(const VehicleOptions& vehicle) {
  DriveCommand command;
  command.steering_rate_limit = vehicle.max_steering_rate;
  command.acceleration_limit = vehicle.max_acceleration;
  command.deceleration_limit = vehicle.max_deceleration;
  return command;
}

// Negative only if the vehicle may reverse [m/s].
double lowest_speed(const VehicleOptions& vehicle) { return vehicle.allow_reverse ? -vehicle.max_reverse_speed : 0.0; }

double checked_steering(double angle, const VehicleOptions& vehicle, std::optional<SimError>& error) {
  return clamp_noting(angle, -vehicle.max_steering_angle, vehicle.max_steering_angle, "steering_angle",
                      "max_steering_angle", error);
}

double checked_speed(double speed, const VehicleOptions& vehicle, std::optional<SimError>& error) {
  return clamp_noting(speed, lowest_speed(vehicle), vehicle.max_speed, "speed",
                      speed < 0 ? "max_reverse_speed" : "max_speed", error);
}

CheckedCommand refused(std::string detail) { return {std::nullopt, invalid(std::move(detail))}; }

}  // namespace

CheckedCommand check_ackermann(const world::ControlInput& input, const VehicleOptions& vehicle) {
  if (!std::isfinite(input.steering_angle) || !std::isfinite(input.speed) || !std::isfinite(input.acceleration) ||
      !std::isfinite(input.steering_angle_velocity)) {
    return refused(format("steering_angle={} speed={} acceleration={} steering_angle_velocity={} is not finite",
                          input.steering_angle, input.speed, input.acceleration, input.steering_angle_velocity));
  }
  CheckedCommand out;
  DriveCommand command = base_command(vehicle);
  command.steering_angle = checked_steering(input.steering_angle, vehicle, out.error);
  command.speed = checked_speed(input.speed, vehicle, out.error);
  // In AckermannDrive, 0 means as fast as the vehicle can; other values only lower its limits.
  if (input.steering_angle_velocity != 0) {
    command.steering_rate_limit = std::min(std::abs(input.steering_angle_velocity), vehicle.max_steering_rate);
  }
  if (input.acceleration != 0) {
    command.acceleration_limit = std::min(std::abs(input.acceleration), vehicle.max_acceleration);
    command.deceleration_limit = std::min(std::abs(input.acceleration), vehicle.max_deceleration);
  }
  out.command = command;
  return out;
}

CheckedCommand check_twist(double speed, double yaw_rate, const VehicleOptions& vehicle) {
  if (!std::isfinite(speed) || !std::isfinite(yaw_rate))
    return refused(format("speed={} yaw_rate={} is not finite", speed, yaw_rate));
  CheckedCommand out;
  DriveCommand command = base_command(vehicle);
  command.speed = checked_speed(speed, vehicle, out.error);
  // Kinematic bicycle: r = v tan(delta) / L. Below kStanding the quotient r / v is dominated by noise.
  constexpr double kStanding = 0.05;  // [m/s]
  command.hold_steering = std::abs(speed) < kStanding;
  const double angle = command.hold_steering ? 0.0 : std::atan(vehicle.wheelbase * yaw_rate / speed);
  command.steering_angle = checked_steering(angle, vehicle, out.error);
  out.command = command;
  return out;
}

CheckedCommand check_custom(const CustomControl& input, const VehicleOptions& vehicle) {
  for (const double value : {input.steering_angle, input.steering_angle_rate, input.throttle, input.brake,
                             input.target_velocity, input.target_acceleration}) {
    if (!std::isfinite(value)) return refused("the command has a field that is not finite");
  }
  if (input.gear > Gear::drive) return refused(format("gear={} is unknown", static_cast<int>(input.gear)));
  if (input.mode > CustomControl::Mode::acceleration)
    return refused(format("control_mode={} is unknown", static_cast<int>(input.mode)));
  CheckedCommand out;
  DriveCommand command = base_command(vehicle);
  command.gear = input.gear;
  command.steering_angle = checked_steering(input.steering_angle, vehicle, out.error);
  if (input.steering_angle_rate != 0) {
    command.steering_rate_limit = std::min(std::abs(input.steering_angle_rate), vehicle.max_steering_rate);
  }
  command.reverse = input.gear == Gear::reverse;
  if (command.reverse && !vehicle.allow_reverse) return refused("gear=reverse needs vehicle.allow_reverse");
  if (input.mode == CustomControl::Mode::velocity) {
    // target_velocity is a magnitude in this mode; the gear gives its sign.
    const double sign = command.reverse ? -1.0 : 1.0;
    command.speed = checked_speed(sign * std::abs(input.target_velocity), vehicle, out.error);
    out.command = command;
    return out;
  }
  command.longitudinal = DriveCommand::Longitudinal::acceleration;
  if (input.mode == CustomControl::Mode::direct) {
    // Pedals are shares of the vehicle's maximum acceleration and deceleration.
    const double throttle = clamp_noting(input.throttle, 0.0, 1.0, "throttle", "limit", out.error);
    const double brake = clamp_noting(input.brake, 0.0, 1.0, "brake", "limit", out.error);
    command.acceleration = throttle * vehicle.max_acceleration - brake * vehicle.max_deceleration;
  } else {
    command.acceleration = clamp_noting(input.target_acceleration, -vehicle.max_deceleration, vehicle.max_acceleration,
                                        "target_acceleration", "limit", out.error);
  }
  out.command = command;
  return out;
}

DriveCommand emergency_stop(double held_steering_angle, Gear held_gear, const VehicleOptions& vehicle) {
  DriveCommand command = base_command(vehicle);
  command.gear = held_gear;
  command.steering_angle = held_steering_angle;
  command.speed = 0;
  command.deceleration_limit = kEmergencyDeceleration;
  command.acceleration_limit = kEmergencyDeceleration;  // applies if the vehicle rolls backwards
  return command;
}

DriveCommand hold(double steering_angle, double speed, const VehicleOptions& vehicle) {
  DriveCommand command = base_command(vehicle);
  command.steering_angle = steering_angle;
  command.speed = speed;
  return command;
}

void CommandHistory::add(Timestamp effective, const DriveCommand& command) {
  const auto after = std::upper_bound(entries_.begin(), entries_.end(), effective,
                                      [](Timestamp t, const Entry& e) { return t < e.effective; });
  entries_.insert(after, {effective, command});
}

const DriveCommand& CommandHistory::at(Timestamp t) const {
  const auto after = std::upper_bound(entries_.begin(), entries_.end(), t,
                                      [](Timestamp s, const Entry& e) { return s < e.effective; });
  return after == entries_.begin() ? entries_.front().command : (after - 1)->command;
}

std::vector<Timestamp> CommandHistory::changes(Timestamp begin, Timestamp end) const {
  std::vector<Timestamp> times;
  for (const Entry& entry : entries_) {
    if (entry.effective > begin && entry.effective < end) times.push_back(entry.effective);
  }
  return times;
}

void CommandHistory::forget_before(Timestamp t) {
  auto first = std::upper_bound(entries_.begin(), entries_.end(), t,
                                [](Timestamp s, const Entry& e) { return s < e.effective; });
  if (first != entries_.begin()) --first;  // keep the command in force at t
  entries_.erase(entries_.begin(), first);
}

Timestamp command_reference_time(Timestamp stamp, Timestamp arrival, Duration dt) {
  // A zero stamp means "now": `ros2 topic pub` sends it.
  const bool plausible = stamp.ns != 0 && stamp >= arrival - Duration::from_seconds(10.0) && stamp <= arrival + dt;
  return plausible ? std::min(stamp, arrival) : arrival;
}

}  // namespace gs::sim
