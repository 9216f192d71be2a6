// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// GNSS positions that jump are found and left out; noise, drift and gaps are no jumps.
#include "gs/mapping/pose_fusion/fix_jumps.h"

#include <gtest/gtest.h>

#include "gs/core/numbers/random.h"

namespace gs::mapping {
namespace {

// 200 m along x at 10 m/s.
Trajectory straight_path() {
  std::vector<StampedPose> poses;
  for (int i = 0; i <= 200; ++i) poses.push_back({Timestamp::from_seconds(0.1 * i), {{}, {1.0 * i, 0, 0}}});
  return Trajectory::from_poses(std::move(poses)).value();
}

// Two fixes a second with noise of 0.5 m; `error(t)` is added.
template <class F>
std::vector<PositionFix> fixes_with(F error) {
  Random random(3, purpose("fixes"), 0);
  std::vector<PositionFix> fixes;
  for (int i = 0; i < 40; ++i) {
    const double t = 0.5 * i;
    const Vec3d noise{random.normal(0, 0.5), random.normal(0, 0.5), 0};
    fixes.push_back({Timestamp::from_seconds(t), Vec3d{10 * t, 0, 0} + noise + error(t), {0.5, 0.5, 1}});
  }
  return fixes;
}

TEST(FixJumps, AJumpAndItsReturnAreLeftOut) {
  const auto fixes = fixes_with([](double t) { return t >= 6 && t < 11 ? Vec3d{0, 20, 0} : Vec3d{}; });
  const SteadyFixes steady = without_jumps(straight_path(), fixes, {});
  ASSERT_EQ(steady.jumps.size(), 2u);
  EXPECT_EQ(steady.jumps[0].stamp, Timestamp::from_seconds(6));
  EXPECT_NEAR(steady.jumps[0].size_m, 20, 3);
  EXPECT_EQ(steady.jumps[1].stamp, Timestamp::from_seconds(11));
  EXPECT_EQ(steady.left_out, 10u);
  ASSERT_EQ(steady.fixes.size(), 30u);
  for (const PositionFix& fix : steady.fixes) EXPECT_LT(std::abs(fix.position_in_enu.y), 3);
}

TEST(FixJumps, TheLargerPartIsKept) {
  const auto fixes = fixes_with([](double t) { return t < 8 ? Vec3d{0, 20, 0} : Vec3d{}; });
  const SteadyFixes steady = without_jumps(straight_path(), fixes, {});
  EXPECT_EQ(steady.jumps.size(), 1u);
  EXPECT_EQ(steady.fixes.size(), 24u);
  EXPECT_EQ(steady.fixes.front().stamp, Timestamp::from_seconds(8));
}

TEST(FixJumps, NoiseAndDriftAreNone) {
  EXPECT_TRUE(without_jumps(straight_path(), fixes_with([](double) { return Vec3d{}; }), {}).jumps.empty());
  const auto drift = fixes_with([](double t) { return Vec3d{0.5 * t, -0.5 * t, 0}; });
  EXPECT_EQ(without_jumps(straight_path(), drift, {}).fixes.size(), 40u);
  // After 10 s without a fix the odometry may have drifted: 10 m over 100 m are no jump.
  auto gap = fixes_with([](double t) { return t > 10 ? Vec3d{0, 10, 0} : Vec3d{}; });
  std::erase_if(gap, [](const PositionFix& f) { return f.stamp.seconds() > 5 && f.stamp.seconds() < 15; });
  EXPECT_TRUE(without_jumps(straight_path(), gap, {}).jumps.empty());
}

// Odometry that is reset to a place 20 m aside: the fixes are right and are needed to see it.
TEST(FixJumps, AJumpOfThePathIsNoneOfTheFixes) {
  std::vector<StampedPose> poses = straight_path().poses();
  for (StampedPose& pose : poses) {
    if (pose.stamp.seconds() > 12.05) pose.map_from_body.translation.y += 20;
  }
  const Trajectory reset = Trajectory::from_poses(std::move(poses)).value();
  const SteadyFixes steady = without_jumps(reset, fixes_with([](double) { return Vec3d{}; }), {});
  EXPECT_TRUE(steady.jumps.empty());
  EXPECT_EQ(steady.fixes.size(), 40u);
  // A fix that jumps elsewhere is found all the same.
  const auto fixes = fixes_with([](double t) { return t >= 4 && t < 6 ? Vec3d{0, 20, 0} : Vec3d{}; });
  EXPECT_EQ(without_jumps(reset, fixes, {}).left_out, 4u);
}

// A receiver that jumps with every fix: the answer must not take the square of their number.
TEST(FixJumps, ThousandsOfJumpsAreJudged) {
  std::vector<StampedPose> poses;
  std::vector<PositionFix> fixes;
  for (int i = 0; i <= 20'000; ++i) {
    const Timestamp t = Timestamp::from_seconds(0.1 * i);
    poses.push_back({t, {{}, {0.1 * i, 0, 0}}});
    fixes.push_back({t, {0.1 * i, i % 10 == 0 ? 0.0 : i % 2 == 0 ? 30.0 : -30.0, 0}, {0.5, 0.5, 1}});
  }
  const SteadyFixes steady = without_jumps(Trajectory::from_poses(std::move(poses)).value(), fixes, {});
  EXPECT_GT(steady.jumps.size(), 15'000u);
  EXPECT_EQ(steady.fixes.size() + steady.left_out, fixes.size());
  EXPECT_LE(steady.fixes.size(), 10'001u);
}

TEST(FixJumps, FixesThatCannotBeAlignedAreKept) {
  EXPECT_TRUE(without_jumps(Trajectory(), {}, {}).fixes.empty());
  const std::vector<PositionFix> outside = {{Timestamp::from_seconds(900), {1, 2, 3}},
                                            {Timestamp::from_seconds(901), {}}};
  EXPECT_EQ(without_jumps(straight_path(), outside, {}).fixes.size(), 2u);
}

}  // namespace
}  // namespace gs::mapping
