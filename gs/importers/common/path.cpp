// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/common/path.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gs::importers {
namespace {

constexpr double kMostTilt_deg = 45;
constexpr double kMostSideways_deg = 15;
constexpr double kStep_m = 1.0;  // poses this far apart give a direction of motion
constexpr double kFarthest_m = 1e7;

double degrees_between(Vec3d a, Vec3d b) {
  return std::acos(std::clamp(dot(a, b) / (norm(a) * norm(b)), -1.0, 1.0)) * 180 / std::numbers::pi;
}

// Angles between the motion and the x axis of base_link, one per kStep_m of path.
std::vector<double> sideways_angles(const std::vector<PathPose>& path) {
  std::vector<double> angles;
  std::size_t from = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Vec3d step = path[i].map_from_base.translation - path[from].map_from_base.translation;
    if (norm(step) < kStep_m) continue;
    // On a bend the step is parallel to the heading in its middle, not at its ends.
    const Rigid3d middle = interpolate(path[from].map_from_base, path[i].map_from_base, 0.5);
    angles.push_back(degrees_between(middle.rotation * Vec3d{1, 0, 0}, step));
    from = i;
  }
  return angles;
}

}  // namespace

Vec3d shift_to_origin(std::vector<PathPose>& path) {
  if (path.empty()) return {};
  const Vec3d shift = path.front().map_from_base.translation;
  for (PathPose& pose : path) pose.map_from_base.translation -= shift;
  return shift;
}

Result<void> check_path(const std::vector<PathPose>& path) {
  if (path.size() < 2)
    return fail(ErrorCode::invalid_data, "the drive has {} poses, at least 2 are needed", path.size());
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto& [rotation, p] = path[i].map_from_base;
    if (!(norm(p) < kFarthest_m)) {
      return fail(ErrorCode::invalid_data, "pose {} is at {:.6g}, {:.6g}, {:.6g} m: not finite or too far", i, p.x, p.y,
                  p.z);
    }
    if (!(std::abs(norm(rotation) - 1) < 1e-3)) {
      return fail(ErrorCode::invalid_data, "the rotation of pose {} has the norm {:.6g}, 1 is expected", i,
                  norm(rotation));
    }
    const double tilt_deg = degrees_between(rotation * Vec3d{0, 0, 1}, {0, 0, 1});
    if (tilt_deg > kMostTilt_deg) {
      return fail(ErrorCode::invalid_data, "pose {} is tilted by {:.0f} degrees, at most {} are plausible", i, tilt_deg,
                  kMostTilt_deg)
          .with_hint("the axes of the set are not those that this importer knows");
    }
    if (i > 0 && path[i].time <= path[i - 1].time) {
      return fail(ErrorCode::invalid_data, "the times of poses {} and {} do not ascend", i - 1, i);
    }
  }
  std::vector<double> angles = sideways_angles(path);
  if (angles.size() < 3) return {};
  std::ranges::nth_element(angles, angles.begin() + static_cast<std::ptrdiff_t>(angles.size() / 2));
  const double median_deg = angles[angles.size() / 2];
  if (median_deg > kMostSideways_deg) {
    return fail(ErrorCode::invalid_data,
                "the vehicle moves {:.0f} degrees off its forward axis, at most {} are plausible", median_deg,
                kMostSideways_deg)
        .with_hint("the axes of the set are not those that this importer knows, or the drive goes backwards");
  }
  return {};
}

Rigid3d pose_at(const std::vector<PathPose>& path, Timestamp time) {
  const auto after = std::ranges::lower_bound(path, time, {}, &PathPose::time);
  if (after == path.begin()) return path.front().map_from_base;
  if (after == path.end()) return path.back().map_from_base;
  const auto before = after - 1;
  const double t = (time - before->time).seconds() / (after->time - before->time).seconds();
  return interpolate(before->map_from_base, after->map_from_base, t);
}

}  // namespace gs::importers
