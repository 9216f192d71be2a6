// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/vehicle/actuation.h"

#include <algorithm>
#include <cmath>

namespace gs::sim {
namespace {

// Shorter pieces change no value beyond double precision, and would stop the loop over pieces from making progress.
constexpr double kShortestPiece = 1e-12;  // [s]

// True if a quantity moving at `limit` per second covers `distance` within the shortest piece.
bool is_there(double distance, double limit) { return std::abs(distance) <= limit * kShortestPiece; }

}  // namespace

double ActuationPiece::steering_rate(double steering) const {
  if (!steering_lags_) return steering_rate_;
  // First-order lag towards the target, limited in rate.
  return std::clamp((steering_target_ - steering) / steering_time_constant_, -steering_rate_, steering_rate_);
}

double ActuationPiece::delivered_rate(double speed, double delivered) const {
  if (!lag_) return 0;
  double wanted = drive_;
  if (tracks_speed_) {
    // Speed control over a first-order lag: v'' = (k (v* - v) - v') / tau is critically damped for k = 1 / (4 tau). The
    // grade is compensated, because speed_rate() adds it.
    wanted =
        std::clamp((speed_target_ - speed) / (4.0 * lag_time_constant_), -deceleration_limit_, acceleration_limit_) -
        grade_;
  }
  return (wanted - delivered) / lag_time_constant_;
}

PlanarState ActuationPiece::finish(PlanarState end) const {
  if (steering_arrives_) end.steering = steering_target_;
  if (lag_) {
    // A lagging brake would push the vehicle backwards; it stops at zero instead.
    if (stops_at_zero_ && end.vx < 0) end.vx = 0, end.acceleration = std::max(end.acceleration, 0.0);
    return end;
  }
  if (speed_arrives_) end.vx = arrival_speed_;
  end.acceleration = drive_;
  return end;
}

Actuation::Actuation(const VehicleOptions& vehicle, const DriveCommand& steering, const DriveCommand& drive,
                     double grade)
    : vehicle_(vehicle), steering_(steering), drive_(drive), grade_(grade) {}

ActuationPiece Actuation::next(const PlanarState& state, double remaining_s) const {
  ActuationPiece piece;
  piece.length_s_ = remaining_s;
  piece.grade_ = grade_;
  piece.lag_time_constant_ = vehicle_.actuator.acceleration_time_constant;
  piece.lag_ = piece.lag_time_constant_ > 0;
  plan_steering(state, piece);
  const bool driven = drive_.gear == Gear::drive || drive_.gear == Gear::reverse;
  if (driven && drive_.longitudinal == DriveCommand::Longitudinal::speed) {
    plan_speed(state, piece);
  } else {
    plan_force(state, piece);
  }
  // Both plans may have shortened the piece. An actuator arrives only if its own end lies within the final length.
  const double steering_s =
      piece.steering_rate_ != 0 ? (piece.steering_target_ - state.steering) / piece.steering_rate_ : 0;
  piece.steering_arrives_ = !piece.steering_lags_ && steering_.steering_rate_limit > 0 && steering_s <= piece.length_s_;
  const double speed_s = piece.net_ != 0 ? (piece.arrival_speed_ - state.vx) / piece.net_ : 0;
  piece.speed_arrives_ = piece.speed_arrives_ && speed_s >= 0 && speed_s <= piece.length_s_;
  return piece;
}

void Actuation::plan_steering(const PlanarState& state, ActuationPiece& piece) const {
  piece.steering_target_ = steering_.steering_angle;
  piece.steering_time_constant_ = vehicle_.actuator.steering_time_constant;
  piece.steering_lags_ = piece.steering_time_constant_ > 0;
  if (piece.steering_lags_) {
    piece.steering_rate_ = steering_.steering_rate_limit;
    return;
  }
  const double distance = piece.steering_target_ - state.steering;
  if (is_there(distance, steering_.steering_rate_limit)) return;
  piece.steering_rate_ = std::copysign(steering_.steering_rate_limit, distance);
  piece.length_s_ = std::min(piece.length_s_, distance / piece.steering_rate_);
}

void Actuation::plan_speed(const PlanarState& state, ActuationPiece& piece) const {
  const double v = state.vx;
  // A change of direction needs a stop: this piece brakes to zero, the next one accelerates the other way.
  const double target = drive_.speed * v < 0 ? 0.0 : drive_.speed;
  const bool braking = std::abs(target) < std::abs(v);
  const double limit = braking ? drive_.deceleration_limit : drive_.acceleration_limit;
  piece.tracks_speed_ = true;
  piece.speed_target_ = drive_.speed;
  piece.acceleration_limit_ = drive_.acceleration_limit;
  piece.deceleration_limit_ = drive_.deceleration_limit;
  piece.stops_at_zero_ = drive_.speed >= 0 && v >= 0;
  const double wanted = is_there(target - v, limit) ? 0.0 : std::copysign(limit, target - v);
  // Drive and brakes also have to hold the vehicle against the grade, up to their limits.
  const double strongest = std::max(vehicle_.max_acceleration, limit),
               brakes = std::max(vehicle_.max_deceleration, limit);
  const double forward = target < 0 || v < 0 ? -1.0 : 1.0;
  const bool standing = target == 0 && is_there(v, limit);
  piece.drive_ = standing ? -grade_ : forward * std::clamp(forward * (wanted - grade_), -brakes, strongest);
  piece.net_ = standing ? 0.0 : piece.drive_ + grade_;
  if (!standing && wanted - grade_ == piece.drive_)
    piece.net_ = wanted;  // avoids the rounding of drive + grade if nothing was clamped
  piece.arrival_speed_ = target;
  piece.speed_arrives_ = piece.net_ == 0 ? is_there(target - v, limit) && limit > 0 : piece.net_ * (target - v) > 0;
  if (piece.lag_) return;
  if (piece.net_ * (target - v) > 0) piece.length_s_ = std::min(piece.length_s_, (target - v) / piece.net_);
}

void Actuation::plan_force(const PlanarState& state, ActuationPiece& piece) const {
  const double v = state.vx;
  // Acceleration wanted from drive (+) or brakes (-). Park brakes fully; neutral transmits no drive.
  double pedal = drive_.longitudinal == DriveCommand::Longitudinal::acceleration ? drive_.acceleration : 0.0;
  if (drive_.gear == Gear::park) pedal = -vehicle_.max_deceleration;
  if (drive_.gear == Gear::neutral) pedal = std::min(pedal, 0.0);
  if (pedal >= 0) {
    piece.drive_ = drive_.reverse ? -pedal : pedal;
    piece.net_ = piece.drive_ + grade_;
    return;
  }
  // Brakes act against the motion. At rest they hold the vehicle if they are stronger than the grade; they never push
  // it backwards.
  const bool holds = v == 0 && std::abs(grade_) <= -pedal;
  const double direction = v != 0 ? std::copysign(1.0, v) : std::copysign(1.0, grade_);
  piece.drive_ = holds ? -grade_ : direction * pedal;
  piece.net_ = holds ? 0.0 : piece.drive_ + grade_;
  piece.stops_at_zero_ = v >= 0;
  if (!piece.lag_ && piece.net_ * v < 0) {
    piece.arrival_speed_ = 0;
    piece.speed_arrives_ = true;
    piece.length_s_ = std::min(piece.length_s_, std::max(-v / piece.net_, kShortestPiece));
  }
}

}  // namespace gs::sim
