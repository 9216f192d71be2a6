// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Drives without odometry: poses of LiDAR odometry, the choice of the source, and input for which that is difficult.
#include "gs/builder/ingest/lidar_poses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/steps/calibration_builder.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/json/json.h"
#include "gs/world/files/trajectory_csv.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using ::testing::HasSubstr;
using testing::TemporaryFolder;
using testing::write_drive;

// A drive of 2 s without odometry between walls with pillars.
constexpr DriveRecipe kWithoutPoses{.duration_s = 2, .odometry = false, .lidar_columns = 360, .pillars = true};

class LidarPoses : public ::testing::Test {
 protected:
  BuildResult<IngestReport> run(const DriveRecipe& recipe, std::string_view poses = kPosesAuto) {
    EXPECT_TRUE(write_drive(log_, recipe));
    NoProgress progress;
    BuildConfig config;
    config.poses = poses;
    return McapIngest::run(workspace_, {.log = log_, .config = config}, progress);
  }
  // Largest distance of poses.csv from a straight drive along x with constant speed, from its first pose on.
  double largest_error(double speed_mps) {
    const auto path =
        world::load_trajectory_csv(workspace_.folder(Step::mcap_ingest) / "raw_extract/poses.csv").value();
    const StampedPose& first = path.poses().front();
    double worst = 0;
    for (const StampedPose& pose : path.poses()) {
      const Vec3d moved = pose.map_from_body.translation - first.map_from_body.translation;
      worst = std::max(worst, norm(moved - Vec3d{speed_mps * (pose.stamp - first.stamp).seconds(), 0, 0}));
    }
    return worst;
  }
  // All warnings in one text.
  static std::string warnings(const IngestReport& report) {
    std::string out;
    for (const Problem& problem : report.problems) out += to_string(problem) + "\n";
    return out;
  }

  TemporaryFolder folder_;
  fs::path log_ = folder_ / "drive.mcap";
  Workspace workspace_ = *Workspace::open(folder_ / "w");
};

TEST_F(LidarPoses, AreUsedIfTheLogHasNone) {
  const auto report = run(kWithoutPoses);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->pose_source.source, kLidarSource);
  ASSERT_TRUE(report->pose_source.lidar);
  EXPECT_GE(report->pose_source.lidar->sweeps, 20u);
  EXPECT_EQ(report->pose_source.lidar->lost, 0u);
  EXPECT_THAT(to_lines(report->pose_source)[0],
              HasSubstr("because the log has no odometry, no poses and no moving transforms"));
  EXPECT_LT(largest_error(5), 0.05);
  EXPECT_TRUE(poses_are_from_lidar(workspace_));
  // The calibration refines them like those of a log.
  NoProgress progress;
  const auto calibrated = CalibrationBuilder::run(workspace_, {}, progress);
  ASSERT_TRUE(calibrated) << to_text(calibrated.error());
  EXPECT_TRUE(calibrated->refinement.tried);
  EXPECT_THAT(to_lines(calibrated->refinement).back(), HasSubstr("sweeps and LiDAR odometry disagree by"));
}

// The same from raw packets: the odometry reads them through the decoder.
TEST_F(LidarPoses, AreFoundFromPackets) {
  DriveRecipe recipe = kWithoutPoses;
  recipe.recording = testing::LidarRecording::velodyne;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->pose_source.topic, "/velodyne_packets");
  ASSERT_TRUE(report->pose_source.lidar);
  EXPECT_GE(report->pose_source.lidar->sweeps, 20u);
  EXPECT_EQ(report->pose_source.lidar->refused, 0u);
  EXPECT_LT(largest_error(5), 0.1);
}

// Two revolutions with too few points; the second is still open when the log ends.
TEST_F(LidarPoses, SweepsThatCannotBeUsedAreWarningsWhereverTheyAre) {
  DriveRecipe recipe = kWithoutPoses;
  recipe.recording = testing::LidarRecording::velodyne;
  recipe.duration_s = 0.1, recipe.lidar_view_rad = 0.05;
  const auto report = run(recipe);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, BuildCode::insufficient_data);
  EXPECT_THAT(report.error().message, HasSubstr("has 0 usable sweeps, two are needed"));
}

TEST_F(LidarPoses, AreUsedIfTheTransformsDoNotLeadToTheVehicle) {
  DriveRecipe recipe = kWithoutPoses;
  recipe.tf = true;
  ASSERT_TRUE(write_drive(log_, recipe));
  NoProgress progress;
  BuildConfig config;
  config.frames.map = config.frames.odom = "elsewhere";
  const auto report = McapIngest::run(workspace_, {.log = log_, .config = config}, progress);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->pose_source.source, kLidarSource);
  EXPECT_THAT(report->pose_source.reason, HasSubstr("no transforms lead from elsewhere or elsewhere to base_link"));
}

TEST_F(LidarPoses, ReplaceThoseOfTheLogOnlyIfAsked) {
  DriveRecipe recipe = kWithoutPoses;
  recipe.odometry = true, recipe.odometry_drift_mps = 0.5;
  const auto of_log = run(recipe);
  ASSERT_TRUE(of_log);
  EXPECT_EQ(of_log->pose_source.source, "odometry");
  EXPECT_EQ(to_lines(of_log->pose_source)[0], "poses from /odom, because the log has poses");
  EXPECT_GT(largest_error(5), 0.5);
  EXPECT_FALSE(poses_are_from_lidar(workspace_));
  const auto of_lidar = run(recipe, kPosesOfLidar);
  ASSERT_TRUE(of_lidar);
  EXPECT_EQ(of_lidar->pose_source.reason, "calibration.poses is lidar");
  EXPECT_LT(largest_error(5), 0.05);
}

TEST_F(LidarPoses, LogsWithoutPosesAndLidarKeepTheirError) {
  DriveRecipe recipe = kWithoutPoses;
  const auto wanted = run(recipe, kPosesOfLog);
  ASSERT_FALSE(wanted);
  EXPECT_EQ(wanted.error().code, BuildCode::topic_not_found);
  EXPECT_THAT(wanted.error().message, HasSubstr("so the trajectory is unknown"));
  recipe.lidar = false;
  const auto none = run(recipe);
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("so the trajectory is unknown"));
  const auto asked = run(recipe, kPosesOfLidar);
  ASSERT_FALSE(asked);
  EXPECT_THAT(asked.error().message, HasSubstr("the log has no LiDAR"));
  DriveRecipe no_mount = kWithoutPoses;
  no_mount.tf_static = false;
  const auto unplaced = run(no_mount);
  ASSERT_FALSE(unplaced);
  EXPECT_EQ(unplaced.error().code, BuildCode::tf_missing);
}

TEST_F(LidarPoses, AVehicleThatStandsStillIsReported) {
  DriveRecipe recipe = kWithoutPoses;
  recipe.speed_mps = 0;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_LT(largest_error(0), 0.02);
  EXPECT_THAT(warnings(*report), HasSubstr("the vehicle moves by 0.0"));
  // With odometry, too.
  recipe.odometry = true;
  const auto of_log = run(recipe);
  ASSERT_TRUE(of_log) << to_text(of_log.error());
  EXPECT_THAT(warnings(*of_log), HasSubstr("the vehicle moves by 0.0"));
  NoProgress progress;
  const auto calibrated = CalibrationBuilder::run(workspace_, {}, progress);
  ASSERT_TRUE(calibrated) << to_text(calibrated.error());
  EXPECT_FALSE(calibrated->refinement.refined) << calibrated->refinement.reason;
}

// Bare walls and a flat road: nothing shows the motion along them.
TEST_F(LidarPoses, ATunnelIsReported) {
  DriveRecipe recipe = kWithoutPoses;
  recipe.pillars = false;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_GT(report->pose_source.lidar->weak, 10u);
  EXPECT_THAT(warnings(*report), HasSubstr("do not show the motion along the vehicle (tunnel or open field?)"));
}

// Without odometry nothing holds the path in a field: it is said.
TEST_F(LidarPoses, AFieldIsReported) {
  DriveRecipe recipe = kWithoutPoses;
  recipe.pillars = recipe.walls = false;
  const auto report = run(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_GT(report->pose_source.lidar->weak, 10u);
  EXPECT_THAT(warnings(*report), HasSubstr("do not show"));
  EXPECT_THAT(warnings(*report), HasSubstr("open field"));
}

TEST_F(LidarPoses, EndWithTheSweeps) {
  DriveRecipe recipe = kWithoutPoses;
  recipe.odometry = true, recipe.sensors_until_s = 1.25;
  const auto report = run(recipe, kPosesOfLidar);
  ASSERT_TRUE(report) << to_text(report.error());
  const auto path = world::load_trajectory_csv(workspace_.folder(Step::mcap_ingest) / "raw_extract/poses.csv").value();
  EXPECT_NEAR((path.end() - path.start()).seconds(), 1.4, 0.11);
  EXPECT_LT(largest_error(5), 0.05);
  recipe.duration_s = 4;
  const auto half = run(recipe, kPosesOfLidar);
  ASSERT_TRUE(half) << to_text(half.error());
  EXPECT_THAT(warnings(*half), HasSubstr("the LiDAR covers 1.2 s of 4.0 s of the log"));
  recipe.sensors_until_s = 0.45;
  const auto few = run(recipe, kPosesOfLidar);
  ASSERT_FALSE(few);
  EXPECT_EQ(few.error().code, BuildCode::insufficient_data);
  EXPECT_THAT(few.error().message, HasSubstr("usable sweeps; 10 are needed for poses from the LiDAR"));
}

TEST(GravityFile, IsReadAsWritten) {
  const TemporaryFolder folder;
  EXPECT_TRUE(read_gravity(folder / "none.json").value().empty());
  const std::vector<mapping::GravitySample> written{{Timestamp::from_seconds(12.5), {0, 0.6, 0.8}}};
  ASSERT_TRUE(write_file(folder / "g.json", write_gravity(written)));
  const auto read = read_gravity(folder / "g.json").value();
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].stamp, written[0].stamp);
  EXPECT_EQ(read[0].up_in_base, written[0].up_in_base);
  for (const char* broken :
       {"{}", "{\"gravity\": [[1, 2, 3]]}", "{\"gravity\": [[1, 2, 3, 4]]}", "[", "{\"gravity\": [7]}"}) {
    ASSERT_TRUE(write_file(folder / "g.json", broken));
    EXPECT_FALSE(read_gravity(folder / "g.json")) << broken;
  }
}

}  // namespace
}  // namespace gs::builder
