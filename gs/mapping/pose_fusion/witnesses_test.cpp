// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Evidence that was not fitted decides whether refined poses are better.
#include "gs/mapping/pose_fusion/witnesses.h"

#include <gtest/gtest.h>

#include "gs/mapping/testing/street.h"

namespace gs::mapping {
namespace {

using testing::StreetDrive;

Trajectory shaken(const Trajectory& path, double shift_m) {
  std::vector<StampedPose> poses = path.poses();
  for (std::size_t i = 0; i < poses.size(); ++i) {
    poses[i].map_from_body.translation.y += shift_m * std::sin(0.7 * static_cast<double>(i));
  }
  return Trajectory::from_poses(std::move(poses)).value();
}

TEST(Witnesses, SweepsKeptAsideSeeWrongPoses) {
  testing::Street street = testing::furnished_street();
  street.noise_m = 0.01;
  StreetDrive drive(street, 40, {.columns = 300, .rows = 32});
  NoProgress progress;
  const auto right = sharpness(drive, drive.trajectory(), 5, progress).value();
  const auto wrong = sharpness(drive, shaken(drive.trajectory(), 0.15), 5, progress).value();
  ASSERT_EQ(right.size(), 32u);  // quarters of 8 sweeps
  const Witness w = compare("points within 5 cm of the map", wrong, right, true);
  EXPECT_GT(w.after, w.before + 0.02);
  EXPECT_GT(w.gain_sigmas, 3);
  EXPECT_TRUE(judge({w}).accepted) << judge({w}).reason;
  EXPECT_FALSE(judge({compare("same", right, right, true)}).accepted);
}

TEST(Witnesses, FixesKeptAsideSeeADrift) {
  const Trajectory path = StreetDrive({}, 300).trajectory();
  std::vector<PositionFix> fixes;
  for (const StampedPose& pose : path.poses()) fixes.push_back({pose.stamp, pose.map_from_body.translation, {1, 1, 1}});
  const SplitFixes split = split_fixes(fixes);
  EXPECT_EQ(split.fitted.size(), 20u);
  EXPECT_EQ(split.kept_aside.size(), 10u);
  std::vector<StampedPose> bent = path.poses();
  for (std::size_t i = 0; i < bent.size(); ++i) {
    bent[i].map_from_body.translation.z += 1e-4 * static_cast<double>(i * i);
  }
  const auto before = fix_distances(Trajectory::from_poses(bent).value(), split, {});
  const auto after = fix_distances(path, split, {});
  EXPECT_GT(compare("fixes", before, after, false).gain_sigmas, 3);
  EXPECT_LT(compare("fixes", after, before, false).gain_sigmas, -3);
}

// A receiver of 1 Hz whose stamps lie 0.999 s apart, or are early and late in turn.
TEST(Witnesses, FixesOfOneHertzAreAllUsed) {
  for (const double jitter_s : {0.0, 0.02}) {
    std::vector<PositionFix> fixes;
    for (int i = 0; i < 30; ++i) {
      fixes.push_back({Timestamp::from_seconds(0.999 * i + (i % 2 == 0 ? jitter_s : -jitter_s)), {}, {1, 1, 1}});
    }
    const SplitFixes split = split_fixes(fixes);
    EXPECT_EQ(split.fitted.size(), 20u) << jitter_s;
    EXPECT_EQ(split.kept_aside.size(), 10u) << jitter_s;
  }
}

TEST(Witnesses, LoopsKeptAsideSeeAGap) {
  const Trajectory path = StreetDrive({}, 100).trajectory();
  std::vector<RegisteredSweep> sweeps;
  for (const StampedPose& pose : path.poses()) sweeps.push_back({pose.stamp, pose.map_from_body, {}, 500});
  std::vector<RelativeFactor> loops;
  for (std::size_t i = 0; i < 5; ++i) {
    const Rigid3d moved = path.poses()[i].map_from_body.inverse() * path.poses()[90 + i].map_from_body;
    loops.push_back({i, 90 + i, moved, independent_errors(0.001, 0.05), {}});
  }
  std::vector<StampedPose> gap = path.poses();
  for (std::size_t i = 50; i < gap.size(); ++i) gap[i].map_from_body.translation.y += 0.3;
  const auto right = loop_distances(path, sweeps, loops);
  const auto wrong = loop_distances(Trajectory::from_poses(gap).value(), sweeps, loops);
  ASSERT_EQ(right.size(), 5u);
  for (std::size_t i = 0; i < right.size(); ++i) {
    EXPECT_LT(right[i], 1e-9);
    EXPECT_NEAR(wrong[i], 0.3, 1e-9);
  }
}

// LiDAR odometry was fitted to the sweeps kept aside as well: that they do not get better says nothing.
TEST(Witnesses, PosesFromTheSameSweepsAreReplacedUnlessSomethingGetsWorse) {
  const Witness same{"b", 1, 1, 0.5, 20}, little{"share", 0.459, 0.452, -5.1, 300}, worse{"c", 0.795, 0.759, -10, 20};
  EXPECT_TRUE(judge({same}, Standing::equal).accepted);
  EXPECT_TRUE(judge({little}, Standing::equal).accepted);
  EXPECT_NE(judge({little}, Standing::equal).reason.find("gets clearly worse"), std::string::npos);  // a little worse
  EXPECT_FALSE(judge({little, worse}, Standing::equal).accepted);
  EXPECT_FALSE(judge({}, Standing::equal).accepted);
}

TEST(Witnesses, OneWorseWitnessIsEnoughToRefuse) {
  const Witness better{"a", 0.5, 0.6, 8, 20}, same{"b", 1, 1, 0.5, 20}, worse{"c", 1, 2, -2.5, 20};
  EXPECT_TRUE(judge({better, same}).accepted);
  EXPECT_FALSE(judge({better, worse}).accepted);
  EXPECT_FALSE(judge({same}).accepted);
  EXPECT_FALSE(judge({Witness{"small", 0.642, 0.645, 3.4, 20}}).accepted);
  // A loss of 1 % does not count, however significant; one of 4 % does.
  EXPECT_TRUE(judge({better, Witness{"sharpness", 0.572, 0.565, -6.9, 300}}).accepted);
  EXPECT_FALSE(judge({better, Witness{"sharpness", 0.572, 0.549, -6.9, 300}}).accepted);
  EXPECT_FALSE(judge({}).accepted);
  EXPECT_EQ(compare("few", {1, 2}, {2, 3}, true).gain_sigmas, 0);
}

}  // namespace
}  // namespace gs::mapping
