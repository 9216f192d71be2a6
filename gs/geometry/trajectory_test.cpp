// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Poses over time: interpolation, tolerance at the ends, equal stamps.
#include "gs/geometry/trajectory.h"

#include <gtest/gtest.h>

namespace gs {
namespace {

StampedPose pose(double t, double x, double yaw) {
  return {Timestamp::from_seconds(t), {Quaterniond::from_rpy(0, 0, yaw), {x, 0, 0}}};
}

TEST(Trajectory, InterpolatesBetweenSortedPoses) {
  const auto t = Trajectory::from_poses({pose(2, 20, 0.4), pose(1, 10, 0.2), pose(4, 20, 0.4)});
  ASSERT_TRUE(t);
  const auto middle = t->at(Timestamp::from_seconds(1.25));
  ASSERT_TRUE(middle);
  EXPECT_NEAR(middle->translation.x, 12.5, 1e-9);
  EXPECT_NEAR(to_rpy(middle->rotation).yaw, 0.25, 1e-9);
  EXPECT_NEAR(t->velocity_at(Timestamp::from_seconds(1.5))->x, 10.0, 1e-9);
  EXPECT_NEAR(t->velocity_at(Timestamp::from_seconds(4))->x, 0.0, 1e-9);
  EXPECT_NEAR(t->length_m(), 10.0, 1e-9);
}

TEST(Trajectory, OutsideIsNothingUnlessWithinTolerance) {
  const auto t = Trajectory::from_poses({pose(1, 10, 0), pose(2, 20, 0)});
  ASSERT_TRUE(t);
  EXPECT_FALSE(t->at(Timestamp::from_seconds(0.99)));
  EXPECT_FALSE(t->at(Timestamp::from_seconds(2.01)));
  EXPECT_EQ(t->at(Timestamp::from_seconds(2.01), Duration::from_ms(20))->translation.x, 20.0);
  EXPECT_FALSE(t->velocity_at(Timestamp::from_seconds(3)));
  EXPECT_FALSE(Trajectory().at({}));
}

TEST(Trajectory, RefusesBrokenPosesAndRepairsSlightlyOffQuaternions) {
  auto nan = pose(1, NAN, 0);
  EXPECT_FALSE(Trajectory::from_poses({nan}));
  auto long_quaternion = pose(1, 0, 0);
  long_quaternion.map_from_body.rotation.w = 1.01;
  EXPECT_FALSE(Trajectory::from_poses({long_quaternion}));
  long_quaternion.map_from_body.rotation.w = 1.0005;
  const auto repaired = Trajectory::from_poses({long_quaternion});
  ASSERT_TRUE(repaired);
  EXPECT_DOUBLE_EQ(norm(repaired->poses()[0].map_from_body.rotation), 1.0);
}

TEST(Trajectory, EqualStampsKeepTheFirst) {
  const auto t = Trajectory::from_poses({pose(1, 10, 0), pose(1, 99, 0), pose(2, 20, 0)});
  ASSERT_TRUE(t);
  EXPECT_EQ(t->size(), 2u);
  EXPECT_EQ(t->poses()[0].map_from_body.translation.x, 10.0);
}

}  // namespace
}  // namespace gs
