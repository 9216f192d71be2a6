// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/vehicle/dynamic_bicycle.h"

#include <algorithm>
#include <cmath>

#include "gs/sim/vehicle/rk4.h"

namespace gs::sim {
namespace {

// Below kBlendLow the vehicle follows the no-slip (kinematic) motion, above kBlendHigh the tyre forces; in between, a
// smooth blend of both.
constexpr double kBlendLow = 1.5, kBlendHigh = 4.0;  // [m/s]
constexpr double kNoSlipGain = 10.0;                 // [1/s] pull towards the no-slip motion
constexpr double kLongestStep = 0.005;               // [s] RK4 stays stable down to kBlendLow

double smoothstep(double x) {
  x = std::clamp(x, 0.0, 1.0);
  return x * x * (3.0 - 2.0 * x);
}

// Friction circle: |F_y| <= sqrt((mu F_z)^2 - F_x^2), forces in N.
double saturated(double lateral, double longitudinal, double friction, double load) {
  const double grip2 = std::max(friction * load * friction * load - longitudinal * longitudinal, 0.0);
  const double most = std::sqrt(grip2);
  return std::clamp(lateral, -most, most);
}

}  // namespace

// The state holds vy at the rear axle; the equations below use the centre of gravity: vy_cg = vy + l_r r. l_f and l_r
// are its distances [m] to the axles, r the yaw rate.
PlanarState DynamicBicycle::derivative(const PlanarState& s, const ActuationPiece& piece, double horizontal) const {
  const double length = options_.wheelbase, l_r = std::min(options_.cg_to_rear_axle, length), l_f = length - l_r;
  const double m = options_.mass, r = s.yaw_rate, vy_cg = s.vy + l_r * r;
  const double v = std::max(std::abs(s.vx), kBlendLow);  // avoids division by zero
  // Slip angle: sideways velocity of a wheel over its rolling speed. In reverse, the steered direction changes sign.
  const double alpha_f = std::copysign(1.0, s.vx) * s.steering - std::atan((vy_cg + l_f * r) / v);
  const double alpha_r = -std::atan((vy_cg - l_r * r) / v);
  const double load_f = m * kGravity * l_r / length, load_r = m * kGravity * l_f / length;
  const double force_x = m * s.acceleration;
  const auto& tire = options_.tire;
  const double f_f =
      saturated(tire.cornering_stiffness_front * alpha_f, force_x * load_f / (m * kGravity), tire.friction, load_f);
  const double f_r =
      saturated(tire.cornering_stiffness_rear * alpha_r, force_x * load_r / (m * kGravity), tire.friction, load_r);
  // Newton and Euler: lateral acceleration at the centre of gravity, yaw acceleration.
  const double dynamic_vy_cg = (f_f * std::cos(s.steering) + f_r) / m - s.vx * r;
  const double dynamic_r = (l_f * f_f * std::cos(s.steering) - l_r * f_r) / options_.inertia_z;

  const double speed_rate = piece.speed_rate(s.acceleration), steering_rate = piece.steering_rate(s.steering);
  const double tangent = std::tan(s.steering);
  // No-slip motion: its yaw rate and its time derivative, with a pull that removes the slip left over from higher
  // speed.
  const double still_r = s.vx * tangent / length;
  const double still_r_rate = (speed_rate * tangent + s.vx * (1.0 + tangent * tangent) * steering_rate) / length;
  const double slow_r = still_r_rate + kNoSlipGain * (still_r - r);
  const double slow_vy_cg = l_r * still_r_rate + kNoSlipGain * (l_r * still_r - vy_cg);

  // Blend both accelerations by speed.
  const double w = smoothstep((std::abs(s.vx) - kBlendLow) / (kBlendHigh - kBlendLow));
  PlanarState d{};
  d.x = (s.vx * std::cos(s.yaw) - s.vy * std::sin(s.yaw)) * horizontal;
  d.y = (s.vx * std::sin(s.yaw) + s.vy * std::cos(s.yaw)) * horizontal;
  d.yaw = r;
  d.vx = speed_rate;
  d.yaw_rate = w * dynamic_r + (1.0 - w) * slow_r;
  d.vy = w * dynamic_vy_cg + (1.0 - w) * slow_vy_cg - l_r * d.yaw_rate;
  d.steering = steering_rate;
  d.acceleration = piece.delivered_rate(s.vx, s.acceleration);
  return d;
}

PlanarState DynamicBicycle::advance(const PlanarState& state, const DriveCommand& steering, const DriveCommand& drive,
                                    const RoadInfluence& road, double dt_s) const {
  // Positive pitch is nose down: gravity then pulls forward.
  const Actuation actuation(options_, steering, drive, kGravity * std::sin(road.pitch));
  const double horizontal = std::cos(road.pitch);
  PlanarState now = state;
  for (double left = dt_s; left > 1e-12;) {
    const ActuationPiece piece = actuation.next(now, std::min(left, kLongestStep));
    now = rk4(now, piece.length_s(), [&](const PlanarState& s) { return derivative(s, piece, horizontal); });
    now = piece.finish(now);
    left -= piece.length_s();
  }
  return now;
}

}  // namespace gs::sim
