// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The first two sweeps of LidarOdometry. The velocity at the start is unknown, and both sweeps are smeared by it: at 14
// m/s by 1.4 m. Several velocities are tried, and both sweeps are deskewed again with what was found.
#include <vector>

#include "gs/mapping/odometry/lidar_odometry.h"

namespace gs::mapping {
namespace {

constexpr double kStartGate_m = 1.0;
constexpr double kSpeedStep_mps = 3, kFastest_mps = 40, kFastestSideways_mps = 16;
constexpr int kTrialRounds = 2, kFinalRounds = 4;

// Standing, driving forwards (x), and slower in the other directions, for logs whose base_link is turned.
std::vector<Twist> possible_starts() {
  std::vector<Twist> starts = {{}};
  for (double v = kSpeedStep_mps; v < kFastest_mps; v += kSpeedStep_mps) starts.push_back({{}, {v, 0, 0}});
  for (double v = kSpeedStep_mps; v < kFastestSideways_mps; v += kSpeedStep_mps) {
    for (const Vec3d& direction : {Vec3d{-1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, -1, 0}}) {
      starts.push_back({{}, direction * v});
    }
  }
  return starts;
}

}  // namespace

// Begins a map with this sweep, at the pose recorded for it.
void LidarOdometry::start(PreparedSweep sweep) {
  rebuild_map(sweep, poses_.back().map_from_base);
  first_ = std::move(sweep);
}

// Finds the velocity with which the second sweep agrees best with the first, and rebuilds the map with it. False if no
// velocity does.
bool LidarOdometry::settle_start(const PreparedSweep& second) {
  if (model_.has_odometry(first_.middle, second.middle)) return settled_ = true;
  const Twist before = model_.twist;
  double best_share = 0;
  Twist best{};
  for (Twist twist : possible_starts()) {
    const double share = try_start(second, twist, kTrialRounds);
    if (share > best_share) best_share = share, best = twist;
  }
  settled_ = best_share > 0 && try_start(second, best, kFinalRounds) > 0;
  // Every trial leaves its own twist and map behind.
  model_.twist = settled_ ? best : before;
  rebuild_map(first_, poses_.back().map_from_base);
  if (settled_) first_ = {};
  return settled_;
}

// Registers the second sweep to the first with both deskewed by `twist`, which becomes the twist found. Returns the
// matched share, 0 if the registration failed.
double LidarOdometry::try_start(const PreparedSweep& second, Twist& twist, int rounds) {
  const Rigid3d pose = poses_.back().map_from_base;
  const double dt = (second.middle - first_.middle).seconds();
  double share = 0;
  for (int round = 0; round < rounds; ++round) {
    model_.twist = twist;
    rebuild_map(first_, pose);
    const Registration found = match(second, {.map_from_base = pose * motion_of(twist, dt)}, kStartGate_m);
    if (!found.converged) return 0;
    twist = twist_of(pose.inverse() * found.map_from_base, dt);
    share = found.matched_share;
  }
  return share;
}

}  // namespace gs::mapping
