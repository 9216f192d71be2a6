// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/poses/smooth_pose.h"

#include <algorithm>

namespace gs::mapping {
namespace {

// A longer interval between poses is a gap; a cubic would overshoot in it.
constexpr double kMaxSpacing_s = 0.5;

struct Knots {
  double t[4];  // [s] relative to knot 1
};

// Non-uniform Catmull-Rom (cubic Hermite) between p[1] (u = 0) and p[2] (u = 1).
Vec3d catmull_rom(const Vec3d (&p)[4], const Knots& k, double u) {
  const double h = k.t[2] - k.t[1];
  const auto tangent = [&](int i) {
    const Vec3d before = (p[i] - p[i - 1]) / (k.t[i] - k.t[i - 1]);
    const Vec3d after = (p[i + 1] - p[i]) / (k.t[i + 1] - k.t[i]);
    // Derivative in the middle of the parabola through three points: the nearer neighbour has the larger weight.
    const double w = (k.t[i] - k.t[i - 1]) / (k.t[i + 1] - k.t[i - 1]);
    return (before * (1 - w) + after * w) * h;
  };
  const double u2 = u * u, u3 = u2 * u;
  return p[1] * (2 * u3 - 3 * u2 + 1) + tangent(1) * (u3 - 2 * u2 + u) + p[2] * (3 * u2 - 2 * u3) +
         tangent(2) * (u3 - u2);
}

}  // namespace

std::optional<Rigid3d> smooth_pose_at(const Trajectory& trajectory, Timestamp t, Duration tolerance) {
  const auto& poses = trajectory.poses();
  const auto after =
      std::upper_bound(poses.begin(), poses.end(), t, [](Timestamp a, const StampedPose& b) { return a < b.stamp; });
  const auto index = static_cast<std::size_t>(after - poses.begin());
  if (index < 2 || index + 1 >= poses.size()) return trajectory.at(t, tolerance);
  // Four poses around t: pose[1] is at or before t, pose[2] after it.
  const StampedPose* pose = &poses[index - 2];

  Knots knots{};
  for (int i = 0; i < 4; ++i) knots.t[i] = (pose[i].stamp - pose[1].stamp).seconds();
  for (int i = 0; i < 3; ++i) {
    if (knots.t[i + 1] - knots.t[i] > kMaxSpacing_s) return trajectory.at(t, tolerance);
  }
  const double u = (t - pose[1].stamp).seconds() / knots.t[2];
  const Quaterniond base = pose[1].map_from_body.rotation;
  Vec3d position[4], turn[4];
  for (int i = 0; i < 4; ++i) {
    position[i] = pose[i].map_from_body.translation;
    turn[i] = rotation_vector(base.conjugate() * pose[i].map_from_body.rotation);
  }
  return Rigid3d{normalized(base * rotation_from_vector(catmull_rom(turn, knots, u))), catmull_rom(position, knots, u)};
}

}  // namespace gs::mapping
