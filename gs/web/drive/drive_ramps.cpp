// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/drive/drive_ramps.h"

#include <algorithm>
#include <cmath>

namespace gs::web {
namespace {

// Moves at most `distance` from `from` to `to`.
double limited_move(double from, double to, double distance) {
  return std::abs(to - from) <= distance ? to : from + std::copysign(distance, to - from);
}

}  // namespace

double moved_towards(double from, double to, double out_s, double back_s, double dt_s) {
  const bool is_opposite = from * to < 0;
  if (is_opposite || std::abs(to) < std::abs(from)) {
    const double turn = is_opposite ? 0 : to;
    const double back = std::abs(from - turn) * back_s;  // time to get there
    if (back >= dt_s) return limited_move(from, turn, dt_s / back_s);
    from = turn;
    dt_s -= back;
  }
  return limited_move(from, to, dt_s / out_s);
}

double steering_limit(double speed, const sim::VehicleOptions& vehicle) {
  const double square = speed * speed;
  if (square * std::tan(vehicle.max_steering_angle) <= kLateralAcceleration * vehicle.wheelbase)
    return vehicle.max_steering_angle;
  return std::atan(kLateralAcceleration * vehicle.wheelbase / square);
}

void DriveRamps::move(const DriveInput& wanted, double speed, double steering, double dt_s,
                      const sim::VehicleOptions& vehicle) {
  if (std::abs(speed) < kStanding) gear_ = wanted.gear;
  if (wanted.brake_now) {
    // The brake does not wait for a ramp. The wheels stay where they are, also when driving goes on later.
    const double limit = steering_limit(speed, vehicle);
    steer_ = limit > 0 ? std::clamp(steering / limit, -1.0, 1.0) : 0;
    throttle_ = 0, brake_ = 1;
    return;
  }
  steer_ = moved_towards(steer_, wanted.steer, kSteerOut_s, kSteerBack_s, dt_s);
  throttle_ = moved_towards(throttle_, wanted.throttle, kThrottleOn_s, kPedalOff_s, dt_s);
  brake_ = moved_towards(brake_, wanted.brake, kBrakeOn_s, kPedalOff_s, dt_s);
}

// Speed at the end of the horizon. The brake stops the vehicle and never moves it backwards.
double DriveRamps::speed_after(double speed, double horizon_s, const sim::VehicleOptions& vehicle) const {
  const double direction = gear_ == DriveGear::reverse ? -1 : 1;
  const double limit = gear_ == DriveGear::reverse ? vehicle.max_reverse_speed : vehicle.max_speed;
  const double drive = gear_ == DriveGear::neutral ? 0 : throttle_ * vehicle.max_acceleration;
  const double brake = brake_ * vehicle.max_deceleration + (throttle_ > 0 ? 0 : kCoasting);
  const double now = speed * direction;
  const double change = drive * horizon_s, loss = brake * horizon_s;
  // Against the gear, drive and brake both reduce the speed.
  const double next = now < 0 ? std::min(0.0, now + change + loss) : std::max(0.0, now + change - loss);
  return direction * std::min(next, limit);
}

world::ControlInput DriveRamps::step(const DriveInput& wanted, double speed, double steering, Duration dt,
                                     const sim::VehicleOptions& vehicle) {
  move(wanted, speed, steering, dt.seconds(), vehicle);
  // Without a lag the vehicle reaches a speed within the step; with a time constant T its speed control asks for
  // (target - speed) / (4 T).
  const double horizon_s = std::max(dt.seconds(), 4 * vehicle.actuator.acceleration_time_constant);
  const double angle = wanted.brake_now ? steering : steer_ * steering_limit(speed, vehicle);
  return {.steering_angle = std::clamp(angle, -vehicle.max_steering_angle, vehicle.max_steering_angle),
          .speed = speed_after(speed, horizon_s, vehicle)};
}

}  // namespace gs::web
