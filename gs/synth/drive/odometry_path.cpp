// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/drive/odometry_path.h"

#include <algorithm>
#include <cmath>

namespace gs::synth {
namespace {

constexpr double kStep_s = 0.01;
constexpr int kBefore = 20, kAfter = 50;  // steps before the start and after the end of the drive

Quaterniond yaw_rotation(double angle_rad) { return Quaterniond::from_axis_angle({0, 0, 1}, angle_rad); }

}  // namespace

OdometryPath::OdometryPath(const Ego& ego, const DriveOptions& options)
    : ego_(&ego),
      drift_(options.motion),
      scale_(0.01 * options.errors.odometry_scale_percent),
      yaw_rad_per_m_(options.errors.odometry_yaw_deg_per_100m * kPi / 180 / 100),
      rise_(0.01 * options.errors.odometry_height_percent),
      drifts_(scale_ != 0 || yaw_rad_per_m_ != 0 || rise_ != 0),
      planar_(options.errors.planar_poses) {
  if (!drifts_) return;
  const int after = static_cast<int>(std::ceil(options.duration_s / kStep_s)) + kAfter;
  const auto pose = [&](int i) { return ego.map_from_base(i * kStep_s); };
  // From time 0 in both directions.
  const int count = kBefore + after + 1;
  nodes_.resize(static_cast<std::size_t>(count));
  const auto node = [&](int i) -> Node& {
    const int index = kBefore + i;
    return nodes_[static_cast<std::size_t>(index)];
  };
  node(0).position = pose(0).translation;
  for (int i = 0; i < after; ++i) node(i + 1) = advance(node(i), pose(i), pose(i + 1));
  for (int i = 0; i > -kBefore; --i) {
    // Backwards the travelled distance falls: advance by the step reversed.
    const Vec3d back = pose(i - 1).translation - pose(i).translation;
    const double length = norm(back);
    const double middle = node(i).travelled_m - 0.5 * length;
    node(i - 1) = {
        node(i).travelled_m - length,
        node(i).position + yaw_rotation(yaw_rad_per_m_ * middle) * back * (1 + scale_) - Vec3d{0, 0, rise_ * length}};
  }
}

// One step of the midpoint rule.
OdometryPath::Node OdometryPath::advance(const Node& from, const Rigid3d& a, const Rigid3d& b) const {
  const Vec3d step = b.translation - a.translation;
  const double length = norm(step);
  const double turned = yaw_rad_per_m_ * (from.travelled_m + 0.5 * length);
  return {from.travelled_m + length,
          from.position + yaw_rotation(turned) * step * (1 + scale_) + Vec3d{0, 0, rise_ * length}};
}

OdometryPath::Node OdometryPath::node_at(double t) const {
  const double last = static_cast<double>(nodes_.size() - 1);
  const double i = std::clamp(std::floor(t / kStep_s) + kBefore, 0.0, last);
  const double start = (i - kBefore) * kStep_s;
  return advance(nodes_[static_cast<std::size_t>(i)], ego_->map_from_base(start), ego_->map_from_base(t));
}

double OdometryPath::travelled_m(double t) const { return node_at(t).travelled_m; }

Rigid3d OdometryPath::odom_from_base(double t) const {
  Rigid3d pose = read_odometry(*ego_, t, drift_);
  if (drifts_) {
    const Node node = node_at(t);
    pose = {yaw_rotation(yaw_rad_per_m_ * node.travelled_m) * pose.rotation, node.position};
  }
  if (!planar_) return pose;
  return {yaw_rotation(to_rpy(pose.rotation).yaw), {pose.translation.x, pose.translation.y, 0}};
}

Motion OdometryPath::motion(double t) const {
  Motion m = ego_->motion(t);
  if (drifts_) {
    const double speed = norm(m.velocity_mps);
    const Quaterniond turned = yaw_rotation(yaw_rad_per_m_ * node_at(t).travelled_m);
    // Turning about the vertical of map adds to the rate in the vehicle's frame.
    m.angular_velocity_rps =
        m.angular_velocity_rps + m.map_from_body.rotation.conjugate() * Vec3d{0, 0, yaw_rad_per_m_ * speed};
    m.velocity_mps = turned * m.velocity_mps * (1 + scale_) + Vec3d{0, 0, rise_ * speed};
    m.map_from_body.rotation = turned * m.map_from_body.rotation;
  }
  if (planar_) {
    const Vec3d rate_in_map = m.map_from_body.rotation * m.angular_velocity_rps;
    m.map_from_body.rotation = yaw_rotation(to_rpy(m.map_from_body.rotation).yaw);
    m.velocity_mps.z = 0;
    m.angular_velocity_rps = {0, 0, rate_in_map.z};
  }
  m.map_from_body.translation = odom_from_base(t).translation;
  return m;
}

}  // namespace gs::synth
