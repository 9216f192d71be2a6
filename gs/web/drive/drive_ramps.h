// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Turns the positions that a person wants into vehicle commands that change smoothly. A key is pressed or not; steering
// and pedals move towards it at a fixed rate of simulated time, so the command does not depend on the times at which
// inputs arrive within a step.
#pragma once

#include "gs/core/time.h"
#include "gs/sim/options.h"
#include "gs/web/drive/drive_input.h"
#include "gs/world/interface_types.h"

namespace gs::web {

// Times of a full movement [s] and limits of hand driving.
inline constexpr double kSteerOut_s = 0.6, kSteerBack_s = 0.3;
inline constexpr double kThrottleOn_s = 0.4, kBrakeOn_s = 0.2, kPedalOff_s = 0.2;
inline constexpr double kLateralAcceleration = 4.0;  // [m/s^2] that limits the steering angle at speed
inline constexpr double kCoasting = 0.5;             // [m/s^2] deceleration without throttle
inline constexpr double kStanding = 0.1;             // [m/s] below which the gear may change

// Moves `from` towards `to` for dt_s: away from 0 at 1 / out_s per second, towards 0 at 1 / back_s.
double moved_towards(double from, double to, double out_s, double back_s, double dt_s);

// Largest steering angle [rad] at a speed [m/s]: the vehicle's own, or that of kLateralAcceleration on the kinematic
// bicycle, v^2 tan(angle) / wheelbase.
double steering_limit(double speed, const sim::VehicleOptions& vehicle);

// Positions of wheel and pedals, and the gear.
class DriveRamps {
 public:
  // Moves by one step of dt towards `wanted` and returns the command of that step. `speed` [m/s] is along base_link x,
  // `steering` [rad] the angle of the wheels, which brake_now holds. The command is in force for one step: it names the
  // speed that the wanted acceleration reaches at its end.
  world::ControlInput step(const DriveInput& wanted, double speed, double steering, Duration dt,
                           const sim::VehicleOptions& vehicle);

  // Positions after the last step: -1 to 1, and 0 to 1.
  double steer() const { return steer_; }
  double throttle() const { return throttle_; }
  double brake() const { return brake_; }
  DriveGear gear() const { return gear_; }

 private:
  void move(const DriveInput& wanted, double speed, double steering, double dt_s, const sim::VehicleOptions& vehicle);
  double speed_after(double speed, double horizon_s, const sim::VehicleOptions& vehicle) const;

  double steer_ = 0, throttle_ = 0, brake_ = 0;
  DriveGear gear_ = DriveGear::drive;
};

}  // namespace gs::web
