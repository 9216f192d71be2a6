// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Conversion of poses and transforms, and the refusal of invalid quaternions and positions.
#include "gs/rosmsg/geometry.h"

#include <gtest/gtest.h>

#include <limits>

namespace gs::rosmsg {
namespace {

TEST(GeometryMessages, RoundTripThroughGeometryTypes) {
  const Rigid3d rigid{Quaterniond::from_rpy(0.1, -0.2, 2.5), {1.0, -2.0, 3.5}};
  const auto pose = to_rigid(to_pose(rigid));
  const auto transform = to_rigid(to_transform(rigid));
  ASSERT_TRUE(pose && transform);
  for (const Rigid3d& back : {*pose, *transform}) {
    EXPECT_EQ(back.translation.x, 1.0);
    EXPECT_EQ(back.translation.z, 3.5);
    EXPECT_NEAR(back.rotation.x, rigid.rotation.x, 1e-15);
    EXPECT_NEAR(back.rotation.w, rigid.rotation.w, 1e-15);
  }
}

TEST(GeometryMessages, RotationsNearlyOfUnitLengthAreRenormalised) {
  const auto near = to_rotation({.x = 0, .y = 0, .z = 0, .w = 1.0005});
  ASSERT_TRUE(near);
  EXPECT_EQ(near->w, 1.0);
}

TEST(GeometryMessages, RefuseInvalidPoses) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(to_rotation({.x = 0, .y = 0, .z = 0, .w = 0}).error().code, ErrorCode::invalid_data);
  EXPECT_FALSE(to_rotation({.x = 0, .y = 0, .z = 0, .w = 1.002}));
  EXPECT_FALSE(to_rotation({.x = nan, .y = 0, .z = 0, .w = 1}));
  EXPECT_FALSE(to_rigid(geometry_msgs::Pose{.position = {.x = nan}}));
}

}  // namespace
}  // namespace gs::rosmsg
