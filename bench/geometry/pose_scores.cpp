// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/geometry/pose_scores.h"

#include <cmath>

namespace bench {

using namespace gs;

Trajectory drifted(const Trajectory& truth) {
  std::vector<StampedPose> poses = truth.poses();
  const double length_s = (truth.end() - truth.start()).seconds();
  for (StampedPose& pose : poses) {
    const double u = (pose.stamp - truth.start()).seconds() / length_s;
    // 0 at the start, 1 at a third, 0 at two thirds, 1 at the end.
    const double share = 0.5 * (1 - std::cos(3 * kPi * u));
    const Vec3d turn = normalized(Vec3d{0.2, -0.3, 0.93}) * (share * kPi / 180);
    const Vec3d shift = normalized(Vec3d{0.7, 0.6, 0.35}) * (0.3 * share);
    pose.map_from_body = pose.map_from_body * Rigid3d{rotation_from_vector(turn), shift};
  }
  return Trajectory::from_poses(std::move(poses)).value();
}

PoseScore score_poses(const Trajectory& truth, const Trajectory& other) {
  double position2 = 0, turn2 = 0, count = 0;
  for (const StampedPose& pose : truth.poses()) {
    const auto there = other.at(pose.stamp);
    if (!there) continue;
    position2 += square(norm(pose.map_from_body.translation - there->translation));
    turn2 += square(angle_between(pose.map_from_body.rotation, there->rotation));
    count += 1;
  }
  return {std::sqrt(position2 / count), std::sqrt(turn2 / count) * 180 / kPi};
}

}  // namespace bench
