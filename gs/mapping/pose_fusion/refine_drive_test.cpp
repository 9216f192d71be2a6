// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Whole refinement of synthetic drives with nothing, drift or beam elevation planted.
#include "gs/mapping/pose_fusion/refine_drive.h"

#include <gtest/gtest.h>

#include "gs/mapping/testing/street.h"

namespace gs::mapping {
namespace {

using testing::Beams;
using testing::Street;
using testing::StreetDrive;

constexpr double kDegree = kPi / 180;

// 70 m between houses with bays, on a slope, so that the odometry is not planar.
Street street() {
  Street out;
  out.noise_m = 0.015;
  out.slope = 0.01;
  for (int i = -10; i < 20; ++i) {
    out.boxes.push_back({{7.0 * i, 7.2, 0}, {7.0 * i + 3, 12, 7}});
    out.boxes.push_back({{7.0 * i + 3, -11, 0}, {7.0 * i + 5.5, -8.3, 6}});
  }
  return out;
}

Trajectory drifting(const Trajectory& path) {
  std::vector<StampedPose> poses = path.poses();
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const double gone = static_cast<double>(i);
    poses[i].map_from_body.translation += Vec3d{0.01 * gone, 0.0003 * gone * gone, 0};
    poses[i].map_from_body.rotation =
        normalized(Quaterniond::from_axis_angle({0, 0, 1}, 0.0006 * gone) * poses[i].map_from_body.rotation);
  }
  return Trajectory::from_poses(std::move(poses)).value();
}

struct Outcome {
  DriveRefinement refinement;
  double error_m = 0;  // of the poses that are taken
};
Outcome refine(const Beams& beams, bool with_drift) {
  StreetDrive drive(street(), 70, beams);
  const Trajectory truth = drive.trajectory(), odometry = with_drift ? drifting(truth) : truth;
  NoProgress progress;
  testing::KeptSweeps kept(drive);
  Outcome out{refine_drive(kept, {odometry}, progress).value()};
  const Trajectory& taken = out.refinement.verdict.accepted ? out.refinement.fused.trajectory : odometry;
  for (const StampedPose& pose : truth.poses()) {
    out.error_m = std::max(out.error_m, norm(taken.at(pose.stamp)->translation - pose.map_from_body.translation));
  }
  return out;
}

TEST(RefineDrive, ExactPosesAreKept) {
  const Outcome out = refine({.columns = 300, .rows = 40}, false);
  EXPECT_FALSE(out.refinement.verdict.accepted) << out.refinement.verdict.reason;
  EXPECT_EQ(out.error_m, 0);
  ASSERT_EQ(out.refinement.lidars.size(), 1u);
  EXPECT_TRUE(out.refinement.lidars[0].correction.is_none());
}

TEST(RefineDrive, DriftIsTakenOut) {
  const Outcome out = refine({.columns = 300, .rows = 40}, true);
  EXPECT_TRUE(out.refinement.verdict.accepted) << out.refinement.verdict.reason;
  EXPECT_LT(out.error_m, 0.1);
  EXPECT_GT(out.refinement.fused.largest_shift_m, 1);
}

TEST(RefineDrive, BeamsThatPointTooHighAreCorrectedAndBendNothing) {
  for (const bool with_drift : {false, true}) {
    const Outcome out = refine({.columns = 300, .rows = 40, .elevation_error_rad = 0.2 * kDegree}, with_drift);
    ASSERT_EQ(out.refinement.lidars.size(), 1u);
    EXPECT_NEAR(out.refinement.lidars[0].correction.elevation_rad, -0.2 * kDegree, 0.015 * kDegree);
    EXPECT_LT(out.error_m, 0.15) << out.refinement.verdict.reason;
  }
}

// Extrinsics with the sign of a pitch of 5 deg wrong.
TEST(RefineDrive, ALidarTurnedByDegreesIsCorrectedAndBendsNothing) {
  const Outcome out = refine({.columns = 300, .rows = 40, .rotation_error = {0, 10 * kDegree, 0}}, false);
  ASSERT_EQ(out.refinement.lidars.size(), 1u);
  EXPECT_NEAR(out.refinement.lidars[0].correction.rotation.y, -10 * kDegree, 0.1 * kDegree);
  EXPECT_EQ(out.refinement.lidars[0].correction.elevation_rad, 0) << out.refinement.lidars[0].elevation_rad / kDegree;
  EXPECT_LT(out.error_m, 0.05) << out.refinement.verdict.reason;
}

TEST(RefineDrive, ALidarThatLooksBackIsReportedAndBendsNothing) {
  const Outcome out = refine({.columns = 300, .rows = 40, .rotation_error = {0, 0, kPi}}, false);
  ASSERT_TRUE(out.refinement.mounting) << out.refinement.verdict.reason;
  EXPECT_NEAR(std::abs(out.refinement.mounting->turn.z), kPi, 2 * kDegree) << to_text(*out.refinement.mounting);
  EXPECT_FALSE(out.refinement.verdict.accepted);
  EXPECT_EQ(out.error_m, 0);
  EXPECT_TRUE(out.refinement.lidars.empty() || out.refinement.lidars[0].correction.is_none());
}

}  // namespace
}  // namespace gs::mapping
