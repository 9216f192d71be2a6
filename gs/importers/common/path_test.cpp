// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The check of a path catches wrong axes and damaged poses.
#include "gs/importers/common/path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace gs::importers {
namespace {

using ::testing::HasSubstr;

// 20 m straight along a heading; the vehicle looks `off_rad` beside it.
std::vector<PathPose> straight(double heading_rad, double off_rad) {
  std::vector<PathPose> path;
  for (int i = 0; i < 20; ++i) {
    path.push_back({Timestamp{i * 100'000'000},
                    {Quaterniond::from_rpy(0, 0, heading_rad + off_rad),
                     Vec3d{std::cos(heading_rad), std::sin(heading_rad), 0} * static_cast<double>(i)}});
  }
  return path;
}
std::string refusal(const std::vector<PathPose>& path) {
  const auto checked = check_path(path);
  return checked ? "accepted" : to_string(checked.error());
}

TEST(Path, VehiclesMoveAlongTheirXAxis) {
  EXPECT_EQ(refusal(straight(0.7, 0)), "accepted");
  EXPECT_EQ(refusal(straight(-2, 0.1)), "accepted");
  EXPECT_THAT(refusal(straight(0.7, M_PI / 2)), HasSubstr("90 degrees off"));
  EXPECT_THAT(refusal(straight(0.7, M_PI)), HasSubstr("180 degrees off"));
}

TEST(Path, DamagedPosesAreRefusedByNumber) {
  auto path = straight(0, 0);
  path[3].map_from_base.translation.y = std::nan("");
  EXPECT_THAT(refusal(path), HasSubstr("pose 3"));
  path = straight(0, 0);
  path[4].map_from_base.translation.x = 1e300;
  EXPECT_THAT(refusal(path), HasSubstr("pose 4"));
  path = straight(0, 0);
  path[5].map_from_base.rotation = {0, 0, 0, 0};
  EXPECT_THAT(refusal(path), HasSubstr("norm"));
  path = straight(0, 0);
  path[6].map_from_base.rotation = Quaterniond::from_rpy(M_PI, 0, 0);
  EXPECT_THAT(refusal(path), HasSubstr("tilted by 180"));
  path = straight(0, 0);
  path[7].time = path[6].time;
  EXPECT_THAT(refusal(path), HasSubstr("6 and 7"));
  EXPECT_THAT(refusal({}), HasSubstr("at least 2"));
}

TEST(Path, PosesBetweenAreInterpolatedAndTheEndsHeld) {
  const auto path = straight(0, 0);
  EXPECT_NEAR(pose_at(path, Timestamp{250'000'000}).translation.x, 2.5, 1e-9);
  EXPECT_NEAR(pose_at(path, Timestamp{-5}).translation.x, 0, 1e-9);
  EXPECT_NEAR(pose_at(path, Timestamp{90'000'000'000}).translation.x, 19, 1e-9);
}

TEST(Path, FarOriginsAreMovedToZero) {
  auto path = straight(0, 0);
  for (PathPose& pose : path) pose.map_from_base.translation += Vec3d{5e5, 5e6, 100};
  EXPECT_EQ(shift_to_origin(path).y, 5e6);
  EXPECT_NEAR(path[2].map_from_base.translation.x, 2, 1e-9);
}

}  // namespace
}  // namespace gs::importers
