// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/track.h"

#include <gtest/gtest.h>

namespace gs::mapping {
namespace {

Timestamp track_time(double seconds) { return Timestamp::from_seconds(100 + seconds); }

// A straight drive with constant acceleration a, in a map tilted by `tilt`; ten poses a second.
std::vector<OdometryPose> drive(double a, const Quaterniond& tilt) {
  std::vector<OdometryPose> poses;
  for (int i = 0; i < 60; ++i) {
    const double t = 0.1 * i;
    poses.push_back({.stamp = track_time(t), .map_from_base = {tilt, tilt * Vec3d{2 * t + 0.5 * a * t * t, 0, 0}}});
    poses.back().state = i == 0 ? SweepState::first : SweepState::registered;
  }
  return poses;
}

// The map starts level with a vehicle that stands on a slope, so gravity is tilted in it.
TEST(OdometryTrack, LevelsTheMapByGravityInSpiteOfAcceleration) {
  const Quaterniond slope = Quaterniond::from_rpy(0.03, -0.06, 0.0);  // level_from_base
  const double a = 1.5;
  const auto poses = drive(a, {});
  std::vector<ImuSample> samples;
  for (int i = -100; i < 700; ++i) {
    samples.push_back({track_time(0.01 * i), {}, slope.conjugate() * Vec3d{0, 0, 9.81} + Vec3d{a, 0, 0}});
  }
  const auto gravity = gravity_factors(poses, ImuTrack(samples));
  EXPECT_GE(gravity.size(), 4u);
  const Quaterniond level = level_by_gravity(poses, gravity);
  const Vec3d up = level * (slope.conjugate() * Vec3d{0, 0, 1});
  EXPECT_NEAR(up.z, 1, 1e-6);
  EXPECT_EQ(level_by_gravity(poses, {}), Quaterniond{});
  EXPECT_TRUE(gravity_factors(poses, ImuTrack()).empty());
}

TEST(OdometryTrack, ListsPredictedStretches) {
  auto poses = drive(0, {});
  for (std::size_t i = 10; i < 20; ++i) poses[i].state = SweepState::weak, poses[i].weak_shifts = {{0.1, 0.99, 0}};
  for (std::size_t i = 20; i < 22; ++i) poses[i].state = SweepState::lost;
  const auto stretches = predicted_stretches(poses);
  ASSERT_EQ(stretches.size(), 2u);
  EXPECT_EQ(stretches[0].first, 10u);
  EXPECT_EQ(stretches[0].last, 19u);
  EXPECT_NEAR(stretches[0].from_m, 1.8, 1e-9);
  EXPECT_NEAR(stretches[0].to_m, 3.8, 1e-9);
  EXPECT_NE(to_text(stretches[0]).find("across the vehicle"), std::string::npos);
  EXPECT_NE(to_text(stretches[1]).find("do not match the map"), std::string::npos);
}

TEST(OdometryTrack, GivesFactorsOfEveryMeasuredStep) {
  auto poses = drive(0, Quaterniond::from_rpy(0.0, 0.1, 0.4));
  poses[30].state = SweepState::lost;
  poses[31].weak_turns = {{0, 0, 1}};
  const auto factors = step_factors(poses);
  ASSERT_EQ(factors.size(), 58u);
  for (const RelativePoseFactor& f : factors) {
    EXPECT_LT(norm(f.from_from_to.translation - Vec3d{0.2, 0, 0}), 1e-9);
    EXPECT_GT(f.sigma_m, 0.02);
    EXPECT_NE(f.to, 30u);
    EXPECT_EQ(f.free_turns.size(), f.to == 31 ? 1u : 0u);
  }
  EXPECT_EQ(trajectory_of(poses).value().size(), 60u);
  EXPECT_TRUE(step_factors({}).empty());
}

}  // namespace
}  // namespace gs::mapping
