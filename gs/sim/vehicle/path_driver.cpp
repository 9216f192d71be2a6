// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/vehicle/path_driver.h"

#include <algorithm>
#include <cmath>

namespace gs::sim {
namespace {

constexpr double kSpacing =
    0.5;  // [m] minimum distance of path points: closer ones only add the noise of the recording

// Signed curvature of the circle through three points [1/m] (Menger): 4 area / product of the side lengths.
double curvature(Vec2d a, Vec2d b, Vec2d c) {
  const double area2 = cross(b - a, c - a);
  const double sides = norm(b - a) * norm(c - b) * norm(c - a);
  return sides > 1e-9 ? 2.0 * area2 / sides : 0.0;
}

}  // namespace

PathDriver::PathDriver(const Trajectory& recorded, const PathDriverOptions& options, const VehicleOptions& vehicle)
    : options_(options), wheelbase_(vehicle.wheelbase) {
  for (const StampedPose& pose : recorded.poses()) {
    const Vec2d position{pose.map_from_body.translation.x, pose.map_from_body.translation.y};
    const double step = points_.empty() ? 0.0 : norm(position - points_.back().position);
    if (!points_.empty() && step < kSpacing) continue;
    const auto velocity = recorded.velocity_at(pose.stamp);
    const double speed = velocity ? std::hypot(velocity->x, velocity->y) : 0.0;
    points_.push_back({position, points_.empty() ? 0.0 : points_.back().distance_m + step,
                       std::min(std::max(speed, options.min_speed), std::min(options.max_speed, vehicle.max_speed))});
  }
  // Limit the speed in bends to the maximum lateral acceleration, v^2 k <= a. The curvature is taken over 2 * kReach
  // points (6 m) to smooth noise. Then a backward pass, v0^2 = v1^2 + 2 a s, makes braking start early enough.
  constexpr std::size_t kReach = 6;
  for (std::size_t i = kReach; i + kReach < points_.size(); ++i) {
    const double k =
        std::abs(curvature(points_[i - kReach].position, points_[i].position, points_[i + kReach].position));
    if (k > 1e-6) points_[i].speed = std::min(points_[i].speed, std::sqrt(options.max_lateral_acceleration / k));
  }
  if (!points_.empty()) points_.back().speed = 0;
  for (std::size_t i = points_.size(); i-- > 1;) {
    const double stretch = points_[i].distance_m - points_[i - 1].distance_m;
    const double reachable = std::sqrt(points_[i].speed * points_[i].speed + 2.0 * options.braking * stretch);
    points_[i - 1].speed = std::min(points_[i - 1].speed, reachable);
  }
}

std::size_t PathDriver::nearest(Vec2d position) const {
  // Search forward from the last progress, within a window, so that the driver does not jump to a later lap.
  constexpr double kWindow = 30.0;  // [m]
  std::size_t best = next_;
  double best_distance = norm(points_[next_].position - position);
  for (std::size_t i = next_; i < points_.size() && points_[i].distance_m < points_[next_].distance_m + kWindow; ++i) {
    const double distance = norm(points_[i].position - position);
    if (distance < best_distance) best = i, best_distance = distance;
  }
  return best;
}

Vec2d PathDriver::at_distance(double distance_m) const {
  const auto after = std::lower_bound(points_.begin(), points_.end(), distance_m,
                                      [](const Point& p, double d) { return p.distance_m < d; });
  if (after == points_.begin()) return points_.front().position;
  if (after == points_.end()) {  // beyond the end: extend the last segment
    const Point& a = points_[points_.size() - 2];
    const Point& b = points_.back();
    const Vec2d along = (b.position - a.position) * (1.0 / std::max(b.distance_m - a.distance_m, 1e-9));
    return b.position + along * (distance_m - b.distance_m);
  }
  const Point& b = *after;
  const Point& a = *(after - 1);
  const double t = (distance_m - a.distance_m) / std::max(b.distance_m - a.distance_m, 1e-9);
  return a.position * (1.0 - t) + b.position * t;
}

world::ControlInput PathDriver::drive(const world::EgoState& ego) {
  world::ControlInput command;
  command.stamp = ego.pose.stamp;
  if (points_.size() < 2) {
    finished_ = true;
    return command;
  }
  const Vec2d position{ego.pose.x, ego.pose.y};
  next_ = nearest(position);
  finished_ = next_ + 1 >= points_.size();
  // Pure pursuit (Coulter 1992): steer along the arc through the point `lookahead` ahead on the path; its curvature is
  // 2 left / distance^2.
  const double lookahead =
      std::clamp(options_.lookahead_s * std::abs(ego.speed), options_.min_lookahead_m, options_.max_lookahead_m);
  const Vec2d target = at_distance(points_[next_].distance_m + lookahead) - position;
  const double yaw = to_rpy({ego.pose.qx, ego.pose.qy, ego.pose.qz, ego.pose.qw}).yaw;
  const double left = -std::sin(yaw) * target.x + std::cos(yaw) * target.y;
  const double distance2 = std::max(dot(target, target), 1e-6);
  command.steering_angle = std::atan(2.0 * wheelbase_ * left / distance2);
  command.speed = finished_ ? 0.0 : points_[next_].speed;
  return command;
}

}  // namespace gs::sim
