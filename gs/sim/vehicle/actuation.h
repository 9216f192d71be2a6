// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Steering actuator and drive train. A time step is cut into pieces within which steering rate and acceleration are
// smooth. Ideal actuators move at their rate limit and stop exactly at the target; actuators with a time constant
// follow a first-order lag.
#pragma once

#include "gs/sim/options.h"
#include "gs/sim/vehicle/control.h"

namespace gs::sim {

inline constexpr double kGravity = 9.80665;  // [m/s^2]

// Planar motion at the rear axle, x forward, y left; velocities in base_link.
struct PlanarState {
  double x = 0, y = 0;      // [m], rear axle in map
  double yaw = 0;           // [rad], not wrapped
  double vx = 0;            // [m/s]
  double vy = 0;            // [m/s] at the rear axle; 0 without slip
  double yaw_rate = 0;      // [rad/s]
  double steering = 0;      // [rad], actual angle of the front wheels
  double acceleration = 0;  // [m/s^2] delivered by drive and brakes

  friend bool operator==(const PlanarState&, const PlanarState&) = default;
};

// Actuator motion over one smooth piece of a step. Rates are constant for ideal actuators and functions of the state
// for lagging ones.
class ActuationPiece {
 public:
  // Duration of the piece [s].
  double length_s() const { return length_s_; }
  // Derivatives at a state: steering angle [rad/s], speed [m/s^2], delivered acceleration [m/s^3].
  double steering_rate(double steering) const;
  double speed_rate(double delivered) const { return lag_ ? delivered + grade_ : net_; }
  double delivered_rate(double speed, double delivered) const;
  // Replaces integrated values that have reached their target by the target itself, so that rounding errors do not
  // remain.
  PlanarState finish(PlanarState end) const;

 private:
  friend class Actuation;
  double length_s_ = 0;
  bool steering_lags_ = false, lag_ = false;
  double steering_target_ = 0, steering_rate_ = 0, steering_time_constant_ = 0;
  bool steering_arrives_ = false;
  double net_ = 0, grade_ = 0, drive_ = 0;
  double lag_time_constant_ = 0;
  bool tracks_speed_ = false, speed_arrives_ = false, stops_at_zero_ = false;
  double speed_target_ = 0, arrival_speed_ = 0, acceleration_limit_ = 0, deceleration_limit_ = 0;
};

// Plans the pieces of a step for one pair of commands. Steering and drive commands may be of different age (dead
// times).
class Actuation {
 public:
  // vehicle must outlive this object. grade: component of gravity along base_link x [m/s^2], negative uphill; 0 for
  // models without slope.
  Actuation(const VehicleOptions& vehicle, const DriveCommand& steering, const DriveCommand& drive, double grade);
  // First piece of the motion from `state`, at most `remaining_s` long; it ends early where an actuator reaches its
  // target.
  ActuationPiece next(const PlanarState& state, double remaining_s) const;

 private:
  void plan_steering(const PlanarState& state, ActuationPiece& piece) const;
  void plan_speed(const PlanarState& state, ActuationPiece& piece) const;
  void plan_force(const PlanarState& state, ActuationPiece& piece) const;
  const VehicleOptions& vehicle_;
  DriveCommand steering_, drive_;
  double grade_;
};

}  // namespace gs::sim
