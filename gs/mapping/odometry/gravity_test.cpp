// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gravity from an accelerometer levels the map in spite of the vehicle's acceleration.
#include "gs/mapping/odometry/gravity.h"

#include <gtest/gtest.h>

namespace gs::mapping {
namespace {

Timestamp gravity_time(double seconds) { return Timestamp::from_seconds(100 + seconds); }

// A straight drive with constant acceleration a, ten poses a second.
Trajectory accelerating(double a) {
  std::vector<StampedPose> poses;
  for (int i = 0; i < 60; ++i) {
    const double t = 0.1 * i;
    poses.push_back({gravity_time(t), {{}, {2 * t + 0.5 * a * t * t, 0, 0}}});
  }
  return Trajectory::from_poses(std::move(poses)).value();
}

// The map starts level with a vehicle that stands on a slope, so gravity is tilted in it.
TEST(Gravity, LevelsTheMapInSpiteOfAcceleration) {
  const Quaterniond slope = Quaterniond::from_rpy(0.03, -0.06, 0.0);  // level_from_base
  const double a = 1.5;
  const Trajectory path = accelerating(a);
  std::vector<ImuSample> samples;
  for (int i = -100; i < 700; ++i) {
    samples.push_back({gravity_time(0.01 * i), {}, slope.conjugate() * Vec3d{0, 0, 9.81} + Vec3d{a, 0, 0}});
  }
  const auto gravity = measure_gravity(path, ImuTrack(samples));
  EXPECT_EQ(gravity.size(), 5u);
  const Quaterniond level = level_by_gravity(path, gravity);
  const Vec3d up = level * (slope.conjugate() * Vec3d{0, 0, 1});
  EXPECT_NEAR(up.z, 1, 1e-6);
  EXPECT_EQ(level_by_gravity(path, {}), Quaterniond{});
}

TEST(Gravity, LeavesOutForcesThatAreNotGravity) {
  const Trajectory path = accelerating(0);
  EXPECT_TRUE(measure_gravity(path, ImuTrack()).empty());
  EXPECT_TRUE(measure_gravity(Trajectory(), ImuTrack()).empty());
  std::vector<ImuSample> samples;
  for (int i = 0; i < 600; ++i) samples.push_back({gravity_time(0.01 * i), {}, {0, 0, i < 300 ? 9.8 : 30.0}});
  const auto gravity = measure_gravity(path, ImuTrack(samples));
  EXPECT_EQ(gravity.size(), 3u);  // the second at 2.5 s is the last one before the shocks
}

}  // namespace
}  // namespace gs::mapping
