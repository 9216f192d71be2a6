// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The track of the odometry: stretches that were predicted, and poses beyond both ends.
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

TEST(OdometryTrack, DenseTrajectoryGoesOnAtBothEnds) {
  const auto poses = drive(1.5, Quaterniond::from_rpy(0.0, 0.1, 0.4));
  const Trajectory sparse = trajectory_of(poses).value(), dense = dense_trajectory_of(poses, {}).value();
  EXPECT_EQ(dense.start(), sparse.start() - Duration::from_ms(100));
  EXPECT_EQ(dense.end(), sparse.end() + Duration::from_ms(100));
  // Positions of a constant acceleration are met between the sweeps, and up to a a dt^2 / 2 beyond them.
  const Quaterniond tilt = Quaterniond::from_rpy(0.0, 0.1, 0.4);
  for (double t = 0.11; t < 5.8; t += 0.03) {
    const Vec3d truth = tilt * Vec3d{2 * t + 0.5 * 1.5 * t * t, 0, 0};
    EXPECT_LT(norm(dense.at(track_time(t))->translation - truth), 2e-4) << t;
  }
  EXPECT_LT(norm(dense.at(track_time(-0.1))->translation - tilt * Vec3d{-0.2 + 0.0075, 0, 0}), 0.02);
  EXPECT_EQ(dense_trajectory_of({}, {}).value().size(), 0u);
  EXPECT_EQ(dense_trajectory_of({poses[0]}, {}).value().size(), 1u);
}

}  // namespace
}  // namespace gs::mapping
