// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/lidar_bias/mounting_error.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/core/format.h"
#include "gs/mapping/lidar_bias/odometry_drift.h"
#include "gs/mapping/poses/normal_equations.h"

namespace gs::mapping {
namespace {

constexpr Duration kPoseGap = Duration::from_ms(100);
constexpr double kWindow_m = 40;
constexpr std::size_t kMostMotions = 150;
// Uncertainty of a mounting before any motion is compared: what no motion shows stays 0.
constexpr double kMountSigma_m = 3, kMountSigma_rad = 0.1, kKnown_m = 1e-4;
constexpr int kMountIterations = 30;
constexpr double kLeastDifference_m = 0.05, kExplained = 1.0 / 6;
constexpr double kGross_rad = 3 * kPi / 180, kGross_m = 0.5;
// A mounting is believed if it leaves less than this share of what a drift of odometry leaves.
constexpr double kBetterThanDrift = 0.5;

// Motions over about 40 m (half of shorter drives) that begin all along the path.
std::vector<MotionPair> motions_of(const std::vector<StampedPose>& by_sweeps, const Trajectory& odometry) {
  std::vector<StampedPose> poses;
  std::vector<Rigid3d> measured;
  std::vector<double> along;
  for (const StampedPose& pose : by_sweeps) {
    const auto there = odometry.at(pose.stamp, kPoseGap);
    if (!there) continue;
    along.push_back(poses.empty() ? 0 : along.back() + norm(there->translation - measured.back().translation));
    poses.push_back(pose), measured.push_back(*there);
  }
  std::vector<MotionPair> all, out;
  const double window_m = along.empty() ? 0 : std::min(kWindow_m, 0.5 * along.back());
  if (window_m < 1) return out;
  for (std::size_t i = 0, j = 0; i < poses.size(); ++i) {
    while (j < poses.size() && along[j] - along[i] < window_m) ++j;
    if (j == poses.size()) break;
    all.push_back({measured[i].inverse() * measured[j], poses[i].map_from_body.inverse() * poses[j].map_from_body});
  }
  const std::size_t step = all.size() / kMostMotions + 1;
  for (std::size_t i = 0; i < all.size(); i += step) out.push_back(all[i]);
  return out;
}

// Correction of a mounting: a rotation about the LiDAR and a shift.
struct Mounting {
  Quaterniond turn;
  Vec3d shift{};

  Mounting moved(Vec3d more_turn, Vec3d more_shift) const {
    return {normalized(rotation_from_vector(more_turn) * turn), shift + more_shift};
  }
  Rigid3d true_from_stated(Vec3d sensor) const { return {turn, sensor + shift - turn * sensor}; }
};

class MountingFit {
 public:
  MountingFit(const std::vector<MotionPair>& motions, Vec3d sensor) : motions_(motions), sensor_(sensor) {}

  // Root mean square of what is left, turn and shift together [m].
  double rms(const Mounting& mounting) const {
    double sum = 0;
    for (const MotionPair& pair : motions_) {
      for (const double r : rest_of(pair, mounting)) sum += r * r;
    }
    return std::sqrt(sum / static_cast<double>(motions_.size()));
  }

  // The mounting that explains the motions best; its shift is 0 within about shift_sigma_m.
  Mounting solved(double shift_sigma_m) const;

 private:
  // What is left of the difference of a motion with a mounting: turn times the lever, then shift [m].
  std::array<double, 6> rest_of(const MotionPair& pair, const Mounting& mounting) const {
    const Rigid3d y = mounting.true_from_stated(sensor_);
    // A against Y B Y^-1: equal if the mounting explains the motion.
    return difference(pair.by_odometry, y * pair.by_sweeps * y.inverse());
  }

  // One Gauss-Newton step with numerical derivatives.
  std::optional<PoseStep> step(const Mounting& mounting, const Mounting& start, double shift_sigma_m) const {
    constexpr double kStep = 1e-5;
    NormalEquations e;
    for (const MotionPair& pair : motions_) {
      const auto rest = rest_of(pair, mounting);
      double rows[6][6];
      for (int k = 0; k < 6; ++k) {
        const Vec3d unit{k % 3 == 0 ? kStep : 0, k % 3 == 1 ? kStep : 0, k % 3 == 2 ? kStep : 0};
        const auto there = rest_of(pair, k < 3 ? mounting.moved(unit, {}) : mounting.moved({}, unit));
        for (std::size_t r = 0; r < 6; ++r) rows[r][k] = (there[r] - rest[r]) / kStep;
      }
      for (std::size_t r = 0; r < 6; ++r) e.add(rows[r], rest[r], 1 / square(kMotionSigma_m));
    }
    const Vec3d turned = rotation_vector(mounting.turn * start.turn.conjugate());
    for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
      hold(e, 0, axis, turned, 1 / square(kMountSigma_rad));
      hold(e, 3, axis, mounting.shift, 1 / square(shift_sigma_m));
    }
    return solve(e);
  }

  const std::vector<MotionPair>& motions_;
  Vec3d sensor_;
};

// The 24 rotations that map axes to axes; the identity first.
std::vector<Quaterniond> axis_rotations() {
  std::vector<Quaterniond> out;
  for (const auto& [roll, pitch] : {std::pair{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 1}, {0, 3}}) {
    for (int yaw = 0; yaw < 4; ++yaw) {
      out.push_back(Quaterniond::from_rpy(0.5 * kPi * roll, 0.5 * kPi * pitch, 0.5 * kPi * yaw));
    }
  }
  return out;
}

Mounting MountingFit::solved(double shift_sigma_m) const {
  // Gauss-Newton finds the nearest minimum only, so it begins at the axis rotation that fits best. One that is not
  // clearly better than an earlier one, such as the identity, is noise.
  Mounting start;
  for (const Quaterniond& turn : axis_rotations()) {
    if (rms({turn}) < 0.7 * rms(start)) start = {turn};
  }
  Mounting mounting = start;
  for (int i = 0; i < kMountIterations; ++i) {
    const auto found = step(mounting, start, shift_sigma_m);
    if (!found) break;
    mounting = mounting.moved(found->turn, found->shift);
    if (norm(found->turn) < 1e-6 && norm(found->shift) < 1e-5) break;
  }
  return mounting;
}

}  // namespace

std::optional<MountingError> find_mounting_error(const std::vector<StampedPose>& by_sweeps, const Trajectory& odometry,
                                                 Vec3d sensor_in_base) {
  const std::vector<MotionPair> motions = motions_of(by_sweeps, odometry);
  if (motions.size() < 3) return std::nullopt;
  const MountingFit fit(motions, sensor_in_base);
  const double before_m = fit.rms({});
  if (!(before_m > kLeastDifference_m)) return std::nullopt;
  // On a road that bends evenly a wrong position and a wrong scale of odometry look alike.
  const DriftFit drift = fit_drift(motions);
  const double drift_m = drift.is_plausible() ? drift.rms_m : before_m;
  for (const double shift_sigma_m : {kKnown_m, kMountSigma_m}) {
    const Mounting found = fit.solved(shift_sigma_m);
    const MountingError out{
        .turn = rotation_vector(found.turn), .shift = found.shift, .before_m = before_m, .after_m = fit.rms(found)};
    const bool gross = norm(out.turn) > kGross_rad || norm(out.shift) > kGross_m;
    if (gross && out.after_m < kExplained * before_m && out.after_m < kBetterThanDrift * drift_m) return out;
  }
  return std::nullopt;
}

std::string to_text(const MountingError& error) {
  // Angles as in the file of the user: the components of a large rotation vector are no angles.
  const Rpy turn = to_rpy(rotation_from_vector(error.turn));
  const auto degrees = [](double rad) { return rad * 180 / kPi; };
  const Vec3d& shift = error.shift;
  return format("roll {:+.1f}, pitch {:+.1f}, yaw {:+.1f} deg, x {:+.2f}, y {:+.2f}, z {:+.2f} m", degrees(turn.roll),
                degrees(turn.pitch), degrees(turn.yaw), shift.x, shift.y, shift.z);
}

}  // namespace gs::mapping
