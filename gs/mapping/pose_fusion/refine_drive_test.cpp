// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Whole refinement of synthetic drives with nothing, drift or beam elevation planted.
#include "gs/mapping/pose_fusion/refine_drive.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

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

// Two LiDARs at one place whose sweeps alternate.
class TwoLidars final : public SweepSource {
 public:
  TwoLidars(StreetDrive first, StreetDrive second) : drives_{std::move(first), std::move(second)} {}
  std::size_t count() const override { return drives_[0].count(); }
  Result<Sweep> read(std::size_t index) override {
    GS_TRY(Sweep sweep, drives_[index % 2].read(index));
    sweep.sensor = index % 2;
    return sweep;
  }

 private:
  std::array<StreetDrive, 2> drives_;
};

TEST(RefineDrive, TheOneOfTwoLidarsThatLooksBackIsNamed) {
  const StreetDrive right(street(), 70, {.columns = 300, .rows = 40});
  const StreetDrive back(street(), 70, {.columns = 300, .rows = 40, .rotation_error = {0, 0, kPi}});
  TwoLidars both(right, back);
  NoProgress progress;
  testing::KeptSweeps kept(both);
  const DriveRefinement found = refine_drive(kept, {right.trajectory()}, progress).value();
  ASSERT_TRUE(found.mounting) << found.verdict.reason;
  EXPECT_EQ(found.mounting->sensor, 1u);
  EXPECT_NEAR(std::abs(found.mounting->turn.z), kPi, 2 * kDegree) << to_text(*found.mounting);
  EXPECT_FALSE(found.verdict.accepted);
  for (const LidarBias& bias : found.lidars) EXPECT_TRUE(bias.correction.is_none()) << bias.rotation_reason;
}

TEST(RefineDrive, TwoLidarsWithRightExtrinsicsAreNotBlamed) {
  const StreetDrive right(street(), 70, {.columns = 300, .rows = 40});
  TwoLidars both(right, right);
  NoProgress progress;
  testing::KeptSweeps kept(both);
  const DriveRefinement found = refine_drive(kept, {right.trajectory()}, progress).value();
  EXPECT_FALSE(found.mounting) << to_text(*found.mounting);
}

}  // namespace
}  // namespace gs::mapping
