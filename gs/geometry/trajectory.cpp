// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/geometry/trajectory.h"

#include <algorithm>
#include <cmath>

namespace gs {

Result<Trajectory> Trajectory::from_poses(std::vector<StampedPose> poses) {
  for (StampedPose& pose : poses) {
    const double length = norm(pose.map_from_body.rotation);
    if (!is_finite(pose.map_from_body.translation) || !(std::abs(length - 1.0) <= 1e-3)) {
      return fail(ErrorCode::invalid_data, "pose at {} s is not finite or its quaternion has norm {}",
                  to_decimal_seconds(pose.stamp), length);
    }
    pose.map_from_body.rotation = normalized(pose.map_from_body.rotation);
  }
  // Of poses with equal stamps the first one given stays.
  std::stable_sort(poses.begin(), poses.end(), [](const auto& a, const auto& b) { return a.stamp < b.stamp; });
  const auto equal_stamp = [](const auto& a, const auto& b) { return a.stamp == b.stamp; };
  poses.erase(std::unique(poses.begin(), poses.end(), equal_stamp), poses.end());
  Trajectory trajectory;
  trajectory.poses_ = std::move(poses);
  return trajectory;
}

std::optional<Rigid3d> Trajectory::at(Timestamp t, Duration tolerance) const {
  if (poses_.empty() || t < start() - tolerance || t > end() + tolerance) return std::nullopt;
  if (t <= start()) return poses_.front().map_from_body;
  if (t >= end()) return poses_.back().map_from_body;
  // start() < t < end(): the first pose after t has a predecessor.
  const auto after =
      std::upper_bound(poses_.begin(), poses_.end(), t, [](Timestamp s, const StampedPose& p) { return s < p.stamp; });
  const StampedPose& b = *after;
  const StampedPose& a = *(after - 1);
  const double fraction = static_cast<double>((t - a.stamp).ns) / static_cast<double>((b.stamp - a.stamp).ns);
  return interpolate(a.map_from_body, b.map_from_body, fraction);
}

std::optional<Vec3d> Trajectory::velocity_at(Timestamp t) const {
  if (poses_.size() < 2 || t < start() || t > end()) return std::nullopt;
  auto after =
      std::upper_bound(poses_.begin(), poses_.end(), t, [](Timestamp s, const StampedPose& p) { return s < p.stamp; });
  if (after == poses_.end()) --after;  // t is the last stamp
  const StampedPose& b = *after;
  const StampedPose& a = *(after - 1);
  return (b.map_from_body.translation - a.map_from_body.translation) / (b.stamp - a.stamp).seconds();
}

double Trajectory::length_m() const {
  double length = 0;
  for (std::size_t i = 1; i < poses_.size(); ++i) {
    length += norm(poses_[i].map_from_body.translation - poses_[i - 1].map_from_body.translation);
  }
  return length;
}

}  // namespace gs
