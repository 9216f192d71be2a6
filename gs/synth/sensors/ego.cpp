// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/sensors/ego.h"

#include <algorithm>
#include <cmath>

namespace gs::synth {
namespace {

constexpr double kStartShare = 0.6, kRise = 5.0;     // initial share of the cruising speed; duration of the rise [s]
constexpr double kBendShare = 0.2, kBendHalf = 6.0;  // speed reduction in the bend; half its duration [s]

// Integral of the quintic smooth step from 0 to x.
double step_integral(double x) {
  if (x <= 0) return 0;
  if (x >= 1) return x - 0.5;
  return x * x * x * x * (x * x - 3 * x + 2.5);
}

// Integral of (1 - u^2)^3 from -1 to x; constant outside.
double bump_integral(double x) {
  const double u = std::clamp(x, -1.0, 1.0), u2 = u * u;
  return u * (1 - u2 * (1 - u2 * (0.6 - u2 / 7))) + 16.0 / 35;
}

}  // namespace

Ego::Ego(const Road& road, double duration_s, const EgoOptions& options)
    : road_(&road), options_(options), bend_share_(kBendShare) {
  // Slower than requested if the drive would leave the road.
  const double room = std::max(5.0, road.length_m() - 25 - options.start_s_m);
  cruise_mps_ = std::min(options.speed_mps, room / std::max(0.1, duration_s));
  if (road.is_closed()) {
    plan_loop(duration_s);
    return;
  }
  if (cruise_mps_ > 0) bend_time_s_ = std::max(0.0, 0.5 * road.length_m() - options.start_s_m) / cruise_mps_;
  if (std::isfinite(road.turn_s())) plan_turn(road.turn_s());
}

// A loop has room for any drive. A whole number of sways fits on it, so that a lap ends exactly where it began.
void Ego::plan_loop(double duration_s) {
  cruise_mps_ = options_.speed_mps;
  bend_share_ = 0;
  sway_m_ = road_->length_m() / std::max(1.0, std::round(road_->length_m() / sway_m_));
  if (options_.laps == 0) return;
  cruise_mps_ = 1;
  cruise_mps_ = options_.laps * road_->length_m() / (distance_along_road(duration_s) - options_.start_s_m);
}

// Brakes so that the lateral acceleration stays near 2 m/s^2 and the slowest moment is the middle of the turn.
void Ego::plan_turn(double turn_s) {
  constexpr double kTurn_mps = 5;
  if (cruise_mps_ <= 0) return;
  bend_share_ = std::max(0.0, 1 - kTurn_mps / cruise_mps_);
  // Time lost before the turn: in the rise at the start, and in the first half of the reduction.
  const double lost = 0.5 * (1 - kStartShare) * kRise + bend_share_ * kBendHalf * 16.0 / 35;
  bend_time_s_ = (turn_s - options_.start_s_m) / cruise_mps_ + lost;
}

// Integral of the speed profile: rise at the start minus the reduction in the bend.
double Ego::distance_along_road(double t) const {
  const double rise = kStartShare * t + (1 - kStartShare) * kRise * step_integral(t / kRise);
  const double bend = bend_share_ * kBendHalf *
                      (bump_integral((t - bend_time_s_) / kBendHalf) - bump_integral(-bend_time_s_ / kBendHalf));
  return options_.start_s_m + cruise_mps_ * (rise - bend);
}

double Ego::lateral(double s) const { return -0.5 * Road::kLane + options_.wander_m * std::sin(2 * kPi * s / sway_m_); }

Rigid3d Ego::map_from_base(double t) const {
  const double s = distance_along_road(t), d = lateral(s);
  // Direction of travel: heading of the road plus the slope of the sway.
  const double slope = options_.wander_m * 2 * kPi / sway_m_ * std::cos(2 * kPi * s / sway_m_);
  const RoadPoint on = road_->at(s);
  const double yaw = on.heading_rad + std::atan2(slope, 1 - on.curvature_per_m * d);
  const Vec2d rear = road_->plan(s, d);
  // Plane of the lane under the four wheels. The road coordinate of the front axle is approximated from the wheelbase.
  const double front_s = s + kWheelbase / (1 - on.curvature_per_m * d), front_d = lateral(front_s);
  const auto lane_height = [&](double at_s, double at_d) {
    return road_->elevation(at_s) - road_->camber() * std::fabs(at_d);
  };
  const double rear_l = lane_height(s, d + kTrack / 2), rear_r = lane_height(s, d - kTrack / 2);
  const double front_l = lane_height(front_s, front_d + kTrack / 2),
               front_r = lane_height(front_s, front_d - kTrack / 2);
  const double pitch = -std::atan2(0.5 * (front_l + front_r - rear_l - rear_r), kWheelbase);
  const double roll = std::atan2(0.5 * (front_l + rear_l - front_r - rear_r), kTrack);
  return {Quaterniond::from_rpy(roll, pitch, yaw), {rear.x, rear.y, 0.5 * (rear_l + rear_r)}};
}

Motion Ego::motion(double t, const Rigid3d& base_from_body) const {
  constexpr double h = 1e-3;
  const Rigid3d now = map_from_base(t) * base_from_body;
  const Rigid3d before = map_from_base(t - h) * base_from_body, after = map_from_base(t + h) * base_from_body;
  const Vec3d turn = rotation_vector(before.rotation.conjugate() * after.rotation);
  return {now, (after.translation - before.translation) / (2 * h),
          (after.translation - now.translation * 2.0 + before.translation) / (h * h), turn / (2 * h)};
}

}  // namespace gs::synth
