// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The pose graph of a drive: exact poses stay, drift goes, jumps and false loops are refused.
#include "gs/mapping/pose_fusion/fuse_poses.h"

#include <gtest/gtest.h>

#include "gs/core/numbers/random.h"

namespace gs::mapping {
namespace {

constexpr double kDeg = kPi / 180;

// 300 m over a hill and through a bend, ten poses a second at 10 m/s.
Trajectory true_path() {
  std::vector<StampedPose> poses{{Timestamp{}, {}}};
  for (int i = 1; i < 300; ++i) {
    const Rigid3d step{Quaterniond::from_rpy(0, 0.001 * std::cos(i / 40.0), 0.005 * std::sin(i / 60.0)), {1, 0, 0}};
    poses.push_back({Timestamp::from_seconds(0.1 * i), poses.back().map_from_body * step});
  }
  return Trajectory::from_poses(std::move(poses)).value();
}

// Registered sweeps along a path whose every step turns by an extra rotation, as a LiDAR bias does.
std::vector<RegisteredSweep> registered_along(const Trajectory& path, Vec3d turn_per_step = {}) {
  std::vector<RegisteredSweep> out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    RegisteredSweep sweep{path.poses()[i].stamp, path.poses()[i].map_from_body, {}, i == 0 ? 0u : 5000u};
    if (i > 0) {
      const Rigid3d step = path.poses()[i - 1].map_from_body.inverse() * path.poses()[i].map_from_body;
      sweep.map_from_base = out.back().map_from_base * step * Rigid3d{rotation_from_vector(turn_per_step), Vec3d{}};
      sweep.map_from_base.rotation = normalized(sweep.map_from_base.rotation);
    }
    for (std::size_t k = 0; k < 6; ++k) sweep.information[k][k] = k < 3 ? 1e9 : 3e6;
    out.push_back(sweep);
  }
  return out;
}

// Odometry that stretches and turns as it goes.
Trajectory drifting(const Trajectory& path, double share) {
  std::vector<StampedPose> poses = path.poses();
  for (std::size_t i = 1; i < poses.size(); ++i) {
    Rigid3d step = path.poses()[i - 1].map_from_body.inverse() * path.poses()[i].map_from_body;
    step.translation = step.translation * (1 + share);
    step.rotation = normalized(step.rotation * rotation_from_vector({0, 0, 0.01 * share}));
    poses[i].map_from_body = poses[i - 1].map_from_body * step;
  }
  return Trajectory::from_poses(std::move(poses)).value();
}

std::vector<PositionFix> fixes_along(const Trajectory& path, Vec3d antenna, const Alignment& map_from_enu,
                                     double noise_m) {
  std::vector<PositionFix> out;
  for (std::size_t i = 0; i < path.size(); i += 2) {
    Random random(3, purpose("fix"), i);
    const Vec3d noise{random.normal(0, noise_m), random.normal(0, noise_m), random.normal(0, 1.6 * noise_m)};
    const Vec3d at = path.poses()[i].map_from_body * antenna + noise;
    out.push_back({path.poses()[i].stamp, map_from_enu.rotation().conjugate() * (at - map_from_enu.translation),
                   Vec3d{1, 1, 1.6} * std::max(0.05, noise_m)});
  }
  return out;
}

double largest_error(const Trajectory& truth, const Trajectory& path) {
  double worst = 0;
  for (const StampedPose& pose : truth.poses()) {
    worst = std::max(worst, norm(pose.map_from_body.translation - path.at(pose.stamp)->translation));
  }
  return worst;
}

const Vec3d kAntenna{0.2, 0, 1.6};
const Alignment kMapFromEnu{0.4, {30, -20, 5}};

TEST(FusePoses, ExactPosesStayWhereTheyAreThoughFixesAreNoisy) {
  const Trajectory truth = true_path();
  const auto fixes = fixes_along(truth, kAntenna, kMapFromEnu, 0.6);
  const auto fused = fuse_poses({registered_along(truth), truth, fixes, kAntenna}).value();
  EXPECT_LT(largest_error(truth, fused.trajectory), 0.05);
  EXPECT_EQ(fused.fixes, 30u);
  EXPECT_NEAR(fused.map_from_enu.yaw_rad, 0.4, 0.3 * kDeg);
}

TEST(FusePoses, RegistrationTakesOutTheDriftOfOdometry) {
  const Trajectory truth = true_path(), odometry = drifting(truth, 0.01);
  EXPECT_GT(largest_error(truth, odometry), 3);
  const auto sweeps = registered_along(truth);
  EXPECT_LT(largest_error(truth, fuse_poses({sweeps, odometry, {}, {}}).value().trajectory), 0.10);
  const auto fixes = fixes_along(truth, kAntenna, kMapFromEnu, 0.6);
  EXPECT_LT(largest_error(truth, fuse_poses({sweeps, odometry, fixes, kAntenna}).value().trajectory), 0.15);
}

// Beams 0.2 deg off, not corrected: the registered path bends by 0.013 deg/m and ends metres too high or too low.
TEST(FusePoses, RollAndPitchOfTheOdometryLimitABend) {
  const Trajectory truth = true_path();
  const auto sweeps = registered_along(truth, {0, 0.013 * kDeg, 0});
  EXPECT_GT(norm(sweeps.back().map_from_base.translation - truth.poses().back().map_from_body.translation), 5);
  EXPECT_LT(largest_error(truth, fuse_poses({sweeps, truth, {}, {}}).value().trajectory), 0.4);
}

// Some logs have a first sweep that is not deskewed well: its neighbours are registered to a wrong map.
TEST(FusePoses, AJumpAtTheFirstSweepIsNotBelieved) {
  std::vector<StampedPose> poses = true_path().poses();
  poses.resize(30);
  const Trajectory truth = Trajectory::from_poses(std::move(poses)).value();
  auto sweeps = registered_along(truth);
  for (std::size_t i = 1; i < sweeps.size(); ++i) sweeps[i].map_from_base.translation.x += 0.18;
  EXPECT_LT(largest_error(truth, fuse_poses({sweeps, truth, {}, {}}).value().trajectory), 0.09);
}

TEST(FusePoses, PlanarOdometryDoesNotFlattenAHill) {
  const Trajectory truth = true_path();
  std::vector<StampedPose> flat = truth.poses();
  double highest = 0;
  for (StampedPose& pose : flat) {
    highest = std::max(highest, std::abs(pose.map_from_body.translation.z));
    pose.map_from_body.translation.z = 0;
    pose.map_from_body.rotation = Quaterniond::from_rpy(0.0, 0.0, to_rpy(pose.map_from_body.rotation).yaw);
  }
  EXPECT_GT(highest, 1);
  const Trajectory planar = Trajectory::from_poses(std::move(flat)).value();
  EXPECT_LT(largest_error(truth, fuse_poses({registered_along(truth), planar, {}, {}}).value().trajectory), 0.15);
}

// One sweep shows neither height nor pitch, and fixes behind it are 30 m higher: the path must not come apart there.
TEST(FusePoses, PlanarOdometryHoldsTheHeightWhereASweepDoesNotShowIt) {
  std::vector<StampedPose> poses;
  for (int i = 0; i < 200; ++i) poses.push_back({Timestamp::from_seconds(0.1 * i), {{}, {1.0 * i, 0, 0}}});
  const Trajectory truth = Trajectory::from_poses(std::move(poses)).value();
  auto sweeps = registered_along(truth);
  RegisteredSweep& blind = sweeps[100];
  blind.weak_shifts.push_back({0, 0, 1}), blind.weak_turns.push_back({0, 1, 0});
  blind.information[5][5] = blind.information[1][1] = 0;
  auto fixes = fixes_along(truth, kAntenna, {}, 0.05);
  for (std::size_t i = 50; i < fixes.size(); ++i) fixes[i].position_in_enu.z += 30;
  const auto fused = fuse_poses({sweeps, truth, fixes, kAntenna}).value();
  const Vec3d before = fused.trajectory.poses()[99].map_from_body.translation;
  const Vec3d after = fused.trajectory.poses()[100].map_from_body.translation;
  EXPECT_LT(std::abs(after.z - before.z), 0.5);
}

TEST(FusePoses, PreciseFixesTakeOutABendInYaw) {
  const Trajectory truth = true_path();
  const auto sweeps = registered_along(truth, {0, 0, 0.01 * kDeg});
  EXPECT_GT(norm(sweeps.back().map_from_base.translation - truth.poses().back().map_from_body.translation), 3);
  auto fixes = fixes_along(truth, kAntenna, {}, 0.02);
  for (std::size_t i = 40; i < 55; ++i) fixes[i].position_in_enu.y += 20;  // a jump of 20 m
  const auto fused = fuse_poses({sweeps, truth, fixes, kAntenna}).value();
  const Alignment& a = fused.map_from_enu;
  double worst = 0;
  for (const StampedPose& pose : truth.poses()) {
    const Vec3d enu = a.rotation().conjugate() * (fused.trajectory.at(pose.stamp)->translation - a.translation);
    worst =
        std::max(worst, std::hypot(enu.x - pose.map_from_body.translation.x, enu.y - pose.map_from_body.translation.y));
  }
  EXPECT_LT(worst, 1);
}

TEST(FusePoses, WithoutMatchesTheOdometryStays) {
  const Trajectory truth = true_path();
  auto sweeps = registered_along(truth);
  for (RegisteredSweep& sweep : sweeps) sweep.matches = 0;
  EXPECT_LT(largest_error(truth, fuse_poses({sweeps, truth, {}, {}}).value().trajectory), 1e-3);
  EXPECT_EQ(fuse_poses({{}, truth, {}, {}}).value().trajectory.size(), truth.size());
}

// A circle of 300 m and 60 m of the second lap.
Trajectory circle() {
  std::vector<StampedPose> poses{{Timestamp{}, {}}};
  const Rigid3d step{Quaterniond::from_rpy(0.0, 0.0, 2 * kPi / 300), {1, 0, 0}};
  for (int i = 1; i < 360; ++i) poses.push_back({Timestamp::from_seconds(0.1 * i), poses.back().map_from_body * step});
  return Trajectory::from_poses(std::move(poses)).value();
}

// Measured motions from the first to the second lap, one per 5 m, exact.
std::vector<RelativeFactor> loops_along(const Trajectory& path) {
  std::vector<RelativeFactor> out;
  for (std::size_t to = 305; to < 360; to += 5) {
    const Rigid3d from = path.poses()[to - 300].map_from_body;
    out.push_back({to - 300,
                   to,
                   from.inverse() * path.poses()[to].map_from_body,
                   independent_errors(0.05 * kDeg, 0.05),
                   {KernelShape::geman_mcclure, 4}});
  }
  return out;
}

TEST(FusePoses, LoopsCloseACircleAndFalseOnesAreRefused) {
  const Trajectory truth = circle();
  const auto sweeps = registered_along(truth, {0, 0.001 * kDeg, 0.003 * kDeg});  // 0.3 and 0.9 deg per lap
  std::vector<StampedPose> bent;
  for (const RegisteredSweep& sweep : sweeps) bent.push_back({sweep.stamp, sweep.map_from_base});
  const Trajectory odometry = Trajectory::from_poses(std::move(bent)).value();
  auto loops = loops_along(truth);
  const auto gap = [&](const Trajectory& path) {
    const Rigid3d a = path.poses()[20].map_from_body, b = path.poses()[320].map_from_body;
    return norm(a.translation - b.translation);
  };
  EXPECT_GT(gap(odometry), 0.5);
  const FusedPoses closed = fuse_poses({sweeps, odometry, {}, {}, {}, loops, {}, false}).value();
  EXPECT_LT(gap(closed.trajectory), 0.05);
  EXPECT_EQ(closed.loops, loops.size());
  RelativeFactor wrong = loops[3];
  wrong.from = 150, loops.push_back(wrong);
  const FusedPoses again = fuse_poses({sweeps, odometry, {}, {}, {}, loops, {}, false}).value();
  EXPECT_LT(gap(again.trajectory), 0.05);
  EXPECT_EQ(again.refused_loops, 1u);
}

// LiDAR odometry that bends by 0.3 deg in 100 m, and an accelerometer whose bias is 0.3 deg.
TEST(FusePoses, GravityStraightensPosesOfTheLidar) {
  const Trajectory truth = true_path();
  const auto sweeps = registered_along(truth, {0, 0.003 * kDeg, 0});
  std::vector<StampedPose> bent;
  for (const RegisteredSweep& sweep : sweeps) bent.push_back({sweep.stamp, sweep.map_from_base});
  const Trajectory odometry = Trajectory::from_poses(std::move(bent)).value();
  std::vector<GravitySample> gravity;
  for (std::size_t i = 5; i < truth.size(); i += 10) {
    const Vec3d up = truth.poses()[i].map_from_body.rotation.conjugate() * Vec3d{0, 0, 1};
    gravity.push_back({truth.poses()[i].stamp, normalized(up + Vec3d{0.3 * kDeg, 0, 0})});
  }
  const auto turn = [&](const Trajectory& path) {
    return angle_between(path.poses().back().map_from_body.rotation, truth.poses().back().map_from_body.rotation);
  };
  const double before = turn(fuse_poses({sweeps, odometry, {}, {}, {}, {}, {}, false}).value().trajectory);
  const double after = turn(fuse_poses({sweeps, odometry, {}, {}, {}, {}, gravity, false}).value().trajectory);
  EXPECT_GT(before, 0.8 * kDeg);
  EXPECT_LT(after, 0.9 * before);  // the registered steps outweigh it, but it helps
}

// The map of the first sweeps is thin: forwards the path kinks there, backwards it does not.
TEST(FusePoses, RegistrationBackwardsStraightensTheStart) {
  const Trajectory truth = true_path();
  auto forwards = registered_along(truth);
  const Rigid3d kink{Quaterniond::from_rpy(0.0, 0.1 * kDeg, 0.0), {}};
  const Rigid3d at = forwards[8].map_from_base;
  for (std::size_t i = 8; i < forwards.size(); ++i) {
    forwards[i].map_from_base = at * kink * at.inverse() * forwards[i].map_from_base;
  }
  const auto backwards = registered_along(truth);
  const auto error = [&](const std::vector<RegisteredSweep>& back) {
    return largest_error(truth, fuse_poses({forwards, truth, {}, {}, back, {}, {}, false}).value().trajectory);
  };
  EXPECT_GT(error({}), 0.3);
  EXPECT_LT(error(backwards), 0.1 * error({}));
}

TEST(FitAlignment, FindsYawAndOriginInSpiteOfOutliers) {
  const Trajectory truth = true_path();
  auto fixes = fixes_along(truth, kAntenna, kMapFromEnu, 0);
  const AlignmentFit exact = fit_alignment(truth, fixes, kAntenna).value();
  EXPECT_NEAR(exact.map_from_enu.yaw_rad, 0.4, 1e-9);
  EXPECT_LT(norm(exact.map_from_enu.translation - kMapFromEnu.translation), 1e-6);
  EXPECT_LT(exact.rms_m, 1e-6);
  for (std::size_t i = 10; i < 30; ++i) fixes[i].position_in_enu += Vec3d{20, 5, 0};
  EXPECT_LT(norm(fit_alignment(truth, fixes, kAntenna)->map_from_enu.translation - kMapFromEnu.translation), 0.02);
}

TEST(FitAlignment, NeedsAPathThatMoves) {
  const Trajectory truth = true_path();
  const auto fixes = fixes_along(truth, kAntenna, kMapFromEnu, 0.1);
  std::vector<StampedPose> still = truth.poses();
  for (StampedPose& pose : still) pose.map_from_body = {};
  EXPECT_FALSE(fit_alignment(Trajectory::from_poses(still).value(), fixes, kAntenna));
  EXPECT_FALSE(fit_alignment(truth, {fixes[0]}, kAntenna));
}

}  // namespace
}  // namespace gs::mapping
