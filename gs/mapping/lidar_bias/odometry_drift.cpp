// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/lidar_bias/odometry_drift.h"

#include <cmath>
#include <optional>

#include "gs/mapping/poses/normal_equations.h"

namespace gs::mapping {
namespace {

constexpr int kDriftIterations = 10;
// Beyond these an error is gross: a wrong mounting turned by 3 degrees shifts the path by 5 %.
constexpr double kMostShift = 0.05, kMostTurn_rad_per_m = 10 * kPi / 180 / 100;

// The motion that drifting odometry measures instead of the true one. The path is taken as an arc, on which the drift
// of the first half turns the second half.
Rigid3d drifted(const Rigid3d& motion, const OdometryDrift& drift) {
  const double length_m = norm(motion.translation);
  const Quaterniond half_way = rotation_from_vector(rotation_vector(motion.rotation) * 0.5);
  const Quaterniond half_turn = rotation_from_vector(drift.turn * (0.5 * length_m));
  return {rotation_from_vector(drift.turn * length_m) * motion.rotation,
          half_turn * (motion.translation + half_way * (drift.shift * length_m))};
}

double rms_of(const std::vector<MotionPair>& motions, const OdometryDrift& drift) {
  double sum = 0;
  for (const MotionPair& pair : motions) {
    for (const double r : difference(pair.by_odometry, drifted(pair.by_sweeps, drift))) sum += r * r;
  }
  return std::sqrt(sum / static_cast<double>(motions.size()));
}

// One Gauss-Newton step with numerical derivatives.
std::optional<PoseStep> drift_step(const std::vector<MotionPair>& motions, const OdometryDrift& drift) {
  constexpr double kStep = 1e-6;
  NormalEquations e;
  for (const MotionPair& pair : motions) {
    const auto rest = difference(pair.by_odometry, drifted(pair.by_sweeps, drift));
    double rows[6][6];
    for (int k = 0; k < 6; ++k) {
      const Vec3d unit{k % 3 == 0 ? kStep : 0, k % 3 == 1 ? kStep : 0, k % 3 == 2 ? kStep : 0};
      const OdometryDrift moved =
          k < 3 ? OdometryDrift{drift.turn + unit, drift.shift} : OdometryDrift{drift.turn, drift.shift + unit};
      const auto there = difference(pair.by_odometry, drifted(pair.by_sweeps, moved));
      for (std::size_t r = 0; r < 6; ++r) rows[r][k] = (there[r] - rest[r]) / kStep;
    }
    for (std::size_t r = 0; r < 6; ++r) e.add(rows[r], rest[r], 1 / square(kMotionSigma_m));
  }
  return solve(e);
}

}  // namespace

bool DriftFit::is_plausible() const {
  return norm(drift.shift) <= kMostShift && norm(drift.turn) <= kMostTurn_rad_per_m;
}

DriftFit fit_drift(const std::vector<MotionPair>& motions) {
  DriftFit out;
  for (int i = 0; i < kDriftIterations; ++i) {
    const auto found = drift_step(motions, out.drift);
    if (!found) break;
    out.drift.turn += found->turn, out.drift.shift += found->shift;
    if (norm(found->turn) < 1e-8 && norm(found->shift) < 1e-7) break;
  }
  // If Gauss-Newton did not converge, the drift explains little, and this figure stays large.
  out.rms_m = rms_of(motions, out.drift);
  return out;
}

}  // namespace gs::mapping
