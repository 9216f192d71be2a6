// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/track.h"

#include <algorithm>
#include <cmath>

#include "gs/core/format.h"
#include "gs/mapping/odometry/twist.h"
#include "gs/mapping/poses/smooth_pose.h"

namespace gs::mapping {
namespace {

constexpr Duration kDenseStep = Duration::from_ms(20);

bool predicted(const OdometryPose& pose) { return pose.state == SweepState::weak || pose.state == SweepState::lost; }

}  // namespace

Result<Trajectory> trajectory_of(const std::vector<OdometryPose>& poses, const Quaterniond& level) {
  std::vector<StampedPose> out;
  out.reserve(poses.size());
  for (const OdometryPose& pose : poses) out.push_back({pose.stamp, Rigid3d{level, {}} * pose.map_from_base});
  return Trajectory::from_poses(std::move(out));
}

Result<Trajectory> dense_trajectory_of(const std::vector<OdometryPose>& poses, const Quaterniond& level,
                                       Duration margin) {
  GS_TRY(const Trajectory track, trajectory_of(poses, level));
  if (track.size() < 2) return track;
  // Continues from one end with the velocity of the step next to it.
  const auto beyond = [&](std::size_t end, std::size_t inner, double seconds) {
    const StampedPose &a = track.poses()[end], &b = track.poses()[inner];
    const double dt = (b.stamp - a.stamp).seconds();
    const Twist twist = twist_of(a.map_from_body.inverse() * b.map_from_body, dt);
    return StampedPose{a.stamp + Duration::from_seconds(seconds), a.map_from_body * motion_of(twist, seconds)};
  };
  const std::size_t last = track.size() - 1;
  std::vector<StampedPose> out{beyond(0, 1, -margin.seconds())};
  for (Timestamp t = track.start(); t < track.end(); t = t + kDenseStep) out.push_back({t, *smooth_pose_at(track, t)});
  out.push_back(track.poses()[last]);
  out.push_back(beyond(last, last - 1, margin.seconds()));
  return Trajectory::from_poses(std::move(out));
}

std::vector<PredictedStretch> predicted_stretches(const std::vector<OdometryPose>& poses) {
  std::vector<PredictedStretch> out;
  double along_m = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const double before_m = along_m;
    if (i > 0) along_m += norm(poses[i].map_from_base.translation - poses[i - 1].map_from_base.translation);
    if (!predicted(poses[i])) continue;
    const bool goes_on = !out.empty() && out.back().last + 1 == i && out.back().state == poses[i].state;
    if (!goes_on) out.push_back({.state = poses[i].state, .first = i, .from_m = before_m});
    out.back().last = i, out.back().to_m = along_m;
    if (!poses[i].weak_shifts.empty() && norm(out.back().direction) == 0)
      out.back().direction = poses[i].weak_shifts[0];
  }
  return out;
}

std::string to_text(const PredictedStretch& stretch) {
  const std::string where =
      format("from {:.0f} m to {:.0f} m ({} sweeps)", stretch.from_m, stretch.to_m, stretch.last - stretch.first + 1);
  if (stretch.state == SweepState::lost) {
    return where + " the sweeps do not match the map: the poses are predicted from the motion before";
  }
  const Vec3d d = stretch.direction;
  if (norm(d) == 0) return where + " the sweeps do not show every rotation: the prediction decides there";
  const double x = std::abs(d.x), y = std::abs(d.y), z = std::abs(d.z);
  const char* axis = x >= y && x >= z ? "along the vehicle" : y >= z ? "across the vehicle" : "upwards";
  return format("{} the sweeps do not show the motion {} (tunnel or open field?): the prediction decides there", where,
                axis);
}

}  // namespace gs::mapping
