// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Wrong signs of extrinsics are found from two paths; drift and small errors are not taken for them.
#include "gs/mapping/lidar_bias/mounting_error.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gs::mapping {
namespace {

constexpr double kDegree = kPi / 180;
constexpr Vec3d kLidar{1, 0, 1.8};

// 120 m at 10 m/s over a crest and through a bend.
std::vector<StampedPose> winding_path() {
  std::vector<StampedPose> poses;
  Vec3d at{};
  for (int i = 0; i <= 120; ++i) {
    const double yaw = 0.3 * std::sin(0.03 * i), pitch = 0.05 * std::sin(0.06 * i);
    const Quaterniond turn = Quaterniond::from_rpy(0.01 * std::sin(0.1 * i), pitch, yaw);
    poses.push_back({Timestamp::from_seconds(0.1 * i), {turn, at}});
    at += turn * Vec3d{1, 0, 0};
  }
  return poses;
}

// The path that registered sweeps show if the LiDAR is stated with an error: `turn` about it, and `shift`.
std::vector<StampedPose> seen_with(std::vector<StampedPose> truth, Vec3d turn, Vec3d shift) {
  const Quaterniond wrong = rotation_from_vector(turn);
  const Rigid3d stated_from_true{wrong, kLidar + shift - wrong * kLidar};
  for (StampedPose& pose : truth) pose.map_from_body = pose.map_from_body * stated_from_true.inverse();
  return truth;
}

std::optional<MountingError> found_with(Vec3d turn_deg, Vec3d shift) {
  const auto truth = winding_path();
  return find_mounting_error(seen_with(truth, turn_deg * kDegree, shift), Trajectory::from_poses(truth).value(),
                             kLidar + shift);
}

TEST(MountingError, FindsWrongRotations) {
  for (const Vec3d turn_deg :
       {Vec3d{10, 0, 0}, Vec3d{0, -20, 0}, Vec3d{0, 0, 180}, Vec3d{180, 0, 0}, Vec3d{0, 0, 90}}) {
    const auto found = found_with(turn_deg, {});
    ASSERT_TRUE(found) << turn_deg.x << " " << turn_deg.y << " " << turn_deg.z;
    const Quaterniond back = rotation_from_vector(found->turn) * rotation_from_vector(turn_deg * kDegree);
    EXPECT_LT(angle_between(back, Quaterniond{}), 0.2 * kDegree) << to_text(*found);
    EXPECT_LT(norm(found->shift), 0.01);
    EXPECT_LT(found->after_m, 0.01);
  }
}

TEST(MountingError, FindsAWrongPosition) {
  const auto found = found_with({}, {-2, 0.5, -3.6});
  ASSERT_TRUE(found);
  EXPECT_LT(norm(found->shift - Vec3d{2, -0.5, 3.6}), 0.1) << to_text(*found);
  EXPECT_EQ(to_text(*found).find("roll "), 0u);
}

TEST(MountingError, IsPrintedInAnglesAndNotAsARotationVector) {
  const Quaterniond turn = Quaterniond::from_rpy(0.5 * kPi, 0.0, 0.5 * kPi);
  const std::string text = to_text(MountingError{rotation_vector(turn), {0.5, 0, -1}});
  EXPECT_EQ(text.find("roll +90.0, pitch "), 0u) << text;
  EXPECT_NE(text.find("yaw +90.0 deg, x +0.50, y +0.00, z -1.00 m"), std::string::npos) << text;
}

TEST(MountingError, SmallErrorsAndDriftAreNone) {
  EXPECT_FALSE(found_with({}, {}));
  EXPECT_FALSE(found_with({0, 1, 0}, {0.1, 0, 0}));
  auto drifting = winding_path();
  for (StampedPose& pose : drifting) {
    const double gone = pose.map_from_body.translation.x;
    pose.map_from_body.translation = pose.map_from_body.translation * 1.01 + Vec3d{0, 3e-4 * gone * gone, 0};
  }
  EXPECT_FALSE(find_mounting_error(drifting, Trajectory::from_poses(winding_path()).value(), kLidar));
}

// On a circle, odometry that is 1 % too long moves like a LiDAR stated 0.6 m too far inside.
TEST(MountingError, AWrongScaleOnACircleIsNone) {
  std::vector<StampedPose> truth, measured;
  for (int i = 0; i <= 400; ++i) {
    const double angle = i / 64.0;
    const Quaterniond turn = Quaterniond::from_rpy(0.01, 0.005, angle);
    const Vec3d at = Vec3d{std::sin(angle), 1 - std::cos(angle), 0} * 64.0;
    truth.push_back({Timestamp::from_seconds(0.1 * i), {turn, at}});
    measured.push_back({Timestamp::from_seconds(0.1 * i), {turn, at * 1.01}});
  }
  const auto found = find_mounting_error(truth, Trajectory::from_poses(measured).value(), kLidar);
  EXPECT_FALSE(found) << to_text(*found);
}

TEST(MountingError, NothingIsFoundInNothing) {
  EXPECT_FALSE(find_mounting_error({}, Trajectory(), kLidar));
  const std::vector<StampedPose> still = {{Timestamp::from_seconds(0), {}}, {Timestamp::from_seconds(1), {}}};
  EXPECT_FALSE(find_mounting_error(still, Trajectory::from_poses(still).value(), kLidar));
}

}  // namespace
}  // namespace gs::mapping
