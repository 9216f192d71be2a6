// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/track.h"

#include <algorithm>
#include <cmath>

#include "gs/core/format.h"

namespace gs::mapping {
namespace {

// Floors of the errors that all points of a step share.
constexpr double kStepSigma_m = 0.02, kStepSigma_perM = 0.005;
constexpr double kStepSigma_rad = 0.02 * kPi / 180, kStepSigma_radPerM = 0.01 * kPi / 180;
// An accelerometer bias of 0.05 m/s^2 is 0.3 degrees.
constexpr double kGravitySigma_rad = 0.5 * kPi / 180;
constexpr std::size_t kGravityEvery = 10;
constexpr Duration kHalfWindow = Duration::from_ms(500);
constexpr double kMinForce_mps2 = 5, kMaxForce_mps2 = 15;

bool predicted(const OdometryPose& pose) { return pose.state == SweepState::weak || pose.state == SweepState::lost; }

// Index of the last pose at or before t.
std::size_t index_at(const std::vector<OdometryPose>& poses, Timestamp t) {
  const auto after =
      std::upper_bound(poses.begin(), poses.end(), t, [](Timestamp a, const OdometryPose& b) { return a < b.stamp; });
  return after == poses.begin() ? 0 : static_cast<std::size_t>(after - poses.begin()) - 1;
}

// Mean velocity in map between two poses [m/s].
Vec3d velocity(const OdometryPose& a, const OdometryPose& b) {
  return (b.map_from_base.translation - a.map_from_base.translation) / (b.stamp - a.stamp).seconds();
}

}  // namespace

Result<Trajectory> trajectory_of(const std::vector<OdometryPose>& poses, const Quaterniond& level) {
  std::vector<StampedPose> out;
  out.reserve(poses.size());
  for (const OdometryPose& pose : poses) out.push_back({pose.stamp, Rigid3d{level, {}} * pose.map_from_base});
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

std::vector<RelativePoseFactor> step_factors(const std::vector<OdometryPose>& poses) {
  std::vector<RelativePoseFactor> out;
  for (std::size_t i = 1; i < poses.size(); ++i) {
    if (poses[i].state == SweepState::lost) continue;
    RelativePoseFactor factor{.from = i - 1, .to = i};
    factor.from_from_to = poses[i - 1].map_from_base.inverse() * poses[i].map_from_base;
    const double length_m = norm(factor.from_from_to.translation);
    factor.sigma_m = kStepSigma_m + kStepSigma_perM * length_m;
    factor.sigma_rad = kStepSigma_rad + kStepSigma_radPerM * length_m;
    factor.free_shifts = poses[i].weak_shifts, factor.free_turns = poses[i].weak_turns;
    out.push_back(std::move(factor));
  }
  return out;
}

std::vector<VerticalFactor> gravity_factors(const std::vector<OdometryPose>& poses, const ImuTrack& imu) {
  std::vector<VerticalFactor> out;
  for (std::size_t i = 0; i < poses.size(); i += kGravityEvery) {
    const auto force = imu.mean_force(poses[i].stamp - kHalfWindow, poses[i].stamp + kHalfWindow);
    const std::size_t a = index_at(poses, poses[i].stamp - kHalfWindow);
    const std::size_t b = index_at(poses, poses[i].stamp + kHalfWindow);
    if (!force || a >= i || b <= i) continue;
    // Specific force = acceleration - gravity. The mean acceleration of the window is its change of velocity.
    const double apart_s = 0.5 * (poses[b].stamp - poses[a].stamp).seconds();
    const Vec3d acceleration = (velocity(poses[i], poses[b]) - velocity(poses[a], poses[i])) / apart_s;
    const Vec3d up = *force - poses[i].map_from_base.rotation.conjugate() * acceleration;
    if (!(norm(up) > kMinForce_mps2 && norm(up) < kMaxForce_mps2)) continue;
    out.push_back({.pose = i, .up_in_body = normalized(up), .sigma_rad = kGravitySigma_rad});
  }
  return out;
}

Quaterniond level_by_gravity(const std::vector<OdometryPose>& poses, const std::vector<VerticalFactor>& gravity) {
  Vec3d sum{};
  for (const VerticalFactor& g : gravity) sum += poses[g.pose].map_from_base.rotation * g.up_in_body;
  if (!(norm(sum) > 0.1 * static_cast<double>(gravity.size())) || gravity.empty()) return {};
  const Vec3d up = normalized(sum), axis = cross(up, Vec3d{0, 0, 1});
  const double sine = norm(axis);
  if (sine < 1e-12) return {};
  return rotation_from_vector(axis * (std::atan2(sine, up.z) / sine));
}

}  // namespace gs::mapping
