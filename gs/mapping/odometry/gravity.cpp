// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/gravity.h"

#include <cmath>

namespace gs::mapping {
namespace {

constexpr Duration kGravityStep = Duration::from_ms(1000), kHalfGravityWindow = Duration::from_ms(500);
constexpr double kMinForce_mps2 = 5, kMaxForce_mps2 = 15;

}  // namespace

std::vector<GravitySample> measure_gravity(const Trajectory& path, const ImuTrack& imu) {
  std::vector<GravitySample> out;
  if (path.empty()) return out;
  for (Timestamp t = path.start() + kHalfGravityWindow; t + kHalfGravityWindow <= path.end(); t = t + kGravityStep) {
    const auto force = imu.mean_force(t - kHalfGravityWindow, t + kHalfGravityWindow);
    if (!force) continue;
    const Rigid3d before = *path.at(t - kHalfGravityWindow), now = *path.at(t),
                  after = *path.at(t + kHalfGravityWindow);
    // Specific force = acceleration - gravity. The mean acceleration of the window follows from its three positions.
    const double half_s = kHalfGravityWindow.seconds();
    const Vec3d acceleration = (after.translation - now.translation * 2 + before.translation) / (half_s * half_s);
    const Vec3d up = *force - now.rotation.conjugate() * acceleration;
    if (!(norm(up) > kMinForce_mps2 && norm(up) < kMaxForce_mps2)) continue;
    out.push_back({t, normalized(up)});
  }
  return out;
}

Quaterniond level_by_gravity(const Trajectory& path, const std::vector<GravitySample>& gravity) {
  Vec3d sum{};
  for (const GravitySample& g : gravity) {
    if (const auto pose = path.at(g.stamp)) sum += pose->rotation * g.up_in_base;
  }
  // Directions that nearly cancel each other show no vertical.
  if (gravity.empty() || !(norm(sum) > 0.1 * static_cast<double>(gravity.size()))) return {};
  const Vec3d up = normalized(sum), axis = cross(up, Vec3d{0, 0, 1});
  const double sine = norm(axis);
  if (sine < 1e-12) return {};
  return rotation_from_vector(axis * (std::atan2(sine, up.z) / sine));
}

}  // namespace gs::mapping
