// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Drives on which poses can go wrong: surroundings without structure, GNSS that jumps, extrinsics with wrong signs.
// Each ends with a warning that names the cause, and with poses that are not bent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/steps/calibration_builder.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/json/json.h"

namespace gs::builder {
namespace {

using ::testing::AllOf;
using testing::DriveRecipe;
using ::testing::HasSubstr;

// 50 m in 5 s between walls with pillars, with exact odometry.
constexpr DriveRecipe kWithOdometry{
    .duration_s = 5, .camera = false, .speed_mps = 10, .lidar_columns = 300, .pillars = true};

class BadPoses : public ::testing::Test {
 protected:
  CalibrationReport calibrate(const DriveRecipe& recipe) {
    EXPECT_TRUE(testing::write_drive(folder_ / "drive.mcap", recipe));
    NoProgress quiet;
    const auto ingested = McapIngest::run(workspace_, {.log = folder_ / "drive.mcap"}, quiet);
    EXPECT_TRUE(ingested) << to_text(ingested.error());
    auto report = CalibrationBuilder::run(workspace_, {}, quiet);
    EXPECT_TRUE(report) << to_text(report.error());
    return report ? *std::move(report) : CalibrationReport{};
  }
  // Warnings of the calibration in one text; they go to the screen and to build_report.json.
  static std::string warnings(const CalibrationReport& report) {
    std::string out;
    for (const Problem& problem : report.problems) out += to_string(problem) + "\n";
    return out;
  }
  bool poses_are_those_of_the_log() const {
    return !fs::exists(workspace_.folder(Step::calibration_builder) / "poses.csv");
  }

  testing::TemporaryFolder folder_;
  Workspace workspace_ = Workspace::open(folder_ / "w").value();
};

TEST_F(BadPoses, AGoodDriveHasNoWarning) {
  DriveRecipe recipe = kWithOdometry;
  recipe.gnss = true;
  const CalibrationReport report = calibrate(recipe);
  EXPECT_EQ(warnings(report), "");
  EXPECT_TRUE(poses_are_those_of_the_log()) << report.refinement.reason;
  EXPECT_LT(report.origin.rms_m, 0.05);
  EXPECT_TRUE(to_node(report.refinement)["mounting_error"].is_null());
}

TEST_F(BadPoses, InATunnelOdometryDecides) {
  DriveRecipe recipe = kWithOdometry;
  recipe.pillars = false;
  const CalibrationReport report = calibrate(recipe);
  EXPECT_THAT(warnings(report), AllOf(HasSubstr("the sweeps do not show the motion along the vehicle (tunnel"),
                                      HasSubstr("the odometry of the log is taken there")));
  EXPECT_TRUE(poses_are_those_of_the_log()) << report.refinement.reason;
  EXPECT_LT(report.refinement.largest_shift_m, 0.1);
  EXPECT_FALSE(report.refinement.weak.empty());
}

// A flat field shows height, roll and pitch, but neither horizontal motion nor yaw.
TEST_F(BadPoses, InAFieldOdometryDecides) {
  DriveRecipe recipe = kWithOdometry;
  recipe.pillars = recipe.walls = false;
  const CalibrationReport report = calibrate(recipe);
  EXPECT_THAT(warnings(report), AllOf(HasSubstr("the sweeps do not show the motion"), HasSubstr("open field"),
                                      HasSubstr("the odometry of the log is taken there")));
  EXPECT_TRUE(poses_are_those_of_the_log()) << report.refinement.reason;
  EXPECT_LT(report.refinement.largest_shift_m, 0.1);
  EXPECT_FALSE(report.refinement.weak.empty());
}

// The path ends a second after the last sweep, and what has no sweeps is not bent.
TEST_F(BadPoses, ALidarThatStopsHalfWayBendsNothing) {
  DriveRecipe recipe = kWithOdometry;
  recipe.sensors_until_s = 2.5;
  const CalibrationReport report = calibrate(recipe);
  EXPECT_TRUE(poses_are_those_of_the_log()) << report.refinement.reason;
  EXPECT_LT(report.refinement.largest_shift_m, 0.1);
  const auto path = recorded_poses(workspace_);
  ASSERT_TRUE(path);
  EXPECT_NEAR((path->end() - path->start()).seconds(), 3.5, 0.1);
}

TEST_F(BadPoses, FixesThatJumpAreNotUsed) {
  DriveRecipe recipe = kWithOdometry;
  recipe.gnss = true, recipe.gnss_jump_m = 20;
  const CalibrationReport report = calibrate(recipe);
  EXPECT_THAT(warnings(report), AllOf(HasSubstr("GNSS positions jump 2 times against the path, by up to 20.0 m"),
                                      HasSubstr("13 of 51 positions are not used")));
  EXPECT_EQ(report.origin.fixes, 38u);
  EXPECT_LT(report.origin.rms_m, 0.05);
  EXPECT_NEAR(report.origin.yaw_rad, 0, 0.001);
  EXPECT_TRUE(poses_are_those_of_the_log()) << report.refinement.reason;
}

TEST_F(BadPoses, FixesThatMoveWhileThePathDoesNotAreReported) {
  DriveRecipe recipe = kWithOdometry;
  recipe.pillars = false, recipe.odometry = false, recipe.gnss = true;
  EXPECT_THAT(warnings(calibrate(recipe)), HasSubstr("GNSS positions move by 4"));
}

// A sign that is wrong for one angle of the extrinsics doubles its error: 5 deg of pitch, a LiDAR that looks back.
TEST_F(BadPoses, WrongSignsOfExtrinsicsAreReportedAndBendNothing) {
  for (const Vec3d stated_deg : {Vec3d{0, 10, 0}, Vec3d{0, 0, 180}}) {
    DriveRecipe recipe = kWithOdometry;
    recipe.stated_lidar_rpy_deg = stated_deg;
    const CalibrationReport report = calibrate(recipe);
    EXPECT_THAT(warnings(report), AllOf(HasSubstr("the extrinsics of the LiDAR '"), HasSubstr("' are wrong: with "),
                                        HasSubstr("check the signs and units")));
    EXPECT_TRUE(poses_are_those_of_the_log()) << report.refinement.reason;
    // A straight drive does not show the rotation about its direction.
    ASSERT_TRUE(report.refinement.mounting);
    const Vec3d stated = stated_deg * (kPi / 180);
    const Vec3d ahead = rotation_from_vector(report.refinement.mounting->turn) *
                        (Quaterniond::from_rpy(stated.x, stated.y, stated.z) * Vec3d{1, 0, 0});
    EXPECT_GT(ahead.x, 0.999) << to_text(*report.refinement.mounting);
    const auto json = read_json(workspace_.folder(Step::calibration_builder) / kRefinementReport);
    ASSERT_TRUE(json);
    const Node& written = (*json)["mounting_error"];
    EXPECT_EQ(written["id"].text, report.refinement.wrong_lidar);
    EXPECT_FALSE(report.refinement.wrong_lidar.empty());
    EXPECT_NEAR(written["turn_deg"].items.at(1).real, report.refinement.mounting->turn.y * 180 / kPi, 1e-6);
    EXPECT_LT(written["difference_after_m"].real, written["difference_before_m"].real);
  }
}

}  // namespace
}  // namespace gs::builder
