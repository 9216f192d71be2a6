// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Builds with a calibration file: what the log lacks or has is replaced, said and remembered; bad files stop a build.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/builder/inspect/inspect_log.h"
#include "gs/builder/pipeline.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/json/json.h"
#include "gs/world/files/calibration.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using ::testing::HasSubstr;
using testing::write_drive;

// The rig of the drive recipe with another lens: 70 px instead of its own.
constexpr std::string_view kRig = R"(version: 1.0.0
cameras:
  front:
    {frame_id: camera_front, image_width: 64, image_height: 48, camera_convention: opencv, rate_hz: 12.0,
     intrinsics: {model: pinhole, fx: 70, fy: 70, cx: 31.5, cy: 23.5, distortion_model: radtan},
     extrinsics: {translation: [1.5, 0.0, 1.5], rotation_quat: [-0.5, 0.5, -0.5, 0.5]}}
lidars:
  top:
    {frame_id: lidar_top, rate_hz: 10.0, extrinsics: {translation: [1, 0, 1.8], rotation_quat: [0, 0, 0, 1]},
     spec: {channels: 32, horizontal_resolution: 0.5, vertical_fov: [-24, 7], min_range: 0.5, max_range: 100}}
)";
constexpr std::string_view kLens = "image_width: 64\nimage_height: 48\nK: [70, 0, 31.5, 0, 70, 23.5, 0, 0, 1]\n";

// Builds without training and geometry, whose log has little.
class GivenCalibrationBuild : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const Step step : {Step::gs_train_orchestrator}) {
      request_.config.enabled[static_cast<std::size_t>(step)] = false;
    }
    request_.log = [this](LogLevel, const std::string& text) { said_ += text + "\n"; };
  }
  void give(std::string_view text) {
    ASSERT_TRUE(write_file(folder_ / "rig.yaml", text));
    request_.config.calibration_file = (folder_ / "rig.yaml").string();
  }
  BuildResult<BuildReport> build(const DriveRecipe& recipe) {
    EXPECT_TRUE(write_drive(folder_ / "drive.mcap", recipe));
    return again();
  }
  BuildResult<BuildReport> again() {
    said_.clear();
    return run_build(request_, quiet_);
  }
  BuildRequest make_request() {
    BuildRequest request{.input = folder_ / "drive.mcap", .output = folder_ / "worlds/street"};
    request.workspace = folder_ / "w";
    request.geometry.resolution = 0.4;
    return *resolve(std::move(request));
  }
  world::Calibration built() {
    return world::load_calibration(request_.output / "sensors/calibration.yaml").value_or(world::Calibration{});
  }

  TemporaryFolder folder_;
  NoProgress quiet_;
  std::string said_;
  BuildRequest request_ = make_request();
};

constexpr DriveRecipe kShort{.duration_s = 1.2, .lidar_columns = 300};

TEST_F(GivenCalibrationBuild, LogWithoutCameraInfoAndTransformsBuilds) {
  DriveRecipe bare = kShort;
  bare.camera_info = bare.tf_static = false;
  ASSERT_TRUE(write_drive(folder_ / "drive.mcap", bare));
  const auto refused = again();
  ASSERT_FALSE(refused);
  EXPECT_THAT(to_text(refused.error()), HasSubstr("--calibration-file"));
  give(kRig);
  const auto report = again();
  ASSERT_TRUE(report) << to_text(report.error());
  ASSERT_EQ(built().cameras.size(), 1u);
  EXPECT_EQ(built().cameras[0].intrinsics.fx, 70);
  EXPECT_NEAR(built().cameras[0].extrinsics.transform.translation.x, 1.5, 1e-9);
  EXPECT_NEAR(built().lidars.at(0).extrinsics.transform.translation.z, 1.8, 1e-9);
  EXPECT_THAT(said_, HasSubstr("camera_front: intrinsics and extrinsics of rig.yaml are used, the log has none"));
  EXPECT_THAT(said_, HasSubstr("lidar_top: extrinsics of rig.yaml are used, the log has none"));
  const auto json = read_json(request_.workspace / "build_report.json");
  ASSERT_TRUE(json);
  const Node& given = *json->find("statistics")->find("calibration_file");
  EXPECT_EQ(given.find("file")->text, "rig.yaml");
  EXPECT_EQ(given.find("md5")->text.size(), 32u);
  EXPECT_EQ(given.find("sensors")->items.size(), 2u);
}

TEST_F(GivenCalibrationBuild, FileWinsOverTheLogAndSaysSo) {
  give(kLens);
  const auto report = build(kShort);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(built().cameras.at(0).intrinsics.fx, 70);
  EXPECT_THAT(said_, HasSubstr("camera_front: intrinsics of rig.yaml replace those of the log"));
}

// The content counts, not the name.
TEST_F(GivenCalibrationBuild, ChangedFileRunsTheStepsAgain) {
  give(kLens);
  ASSERT_TRUE(build(kShort));
  EXPECT_EQ(again()->skipped.size(), kStepCount - 1);  // the training is disabled
  give("image_width: 64\nimage_height: 48\nK: [71, 0, 31.5, 0, 71, 23.5, 0, 0, 1]\n");
  const auto report = again();
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_TRUE(report->skipped.empty());
  EXPECT_EQ(built().cameras.at(0).intrinsics.fx, 71);
}

// LiDAR odometry finds its mounting in the file too.
TEST_F(GivenCalibrationBuild, PosesOfTheLidarUseTheGivenMounting) {
  give(kRig);
  DriveRecipe bare{.duration_s = 3, .lidar_columns = 300};
  bare.camera_info = bare.tf_static = bare.odometry = false, bare.pillars = true;
  const auto report = build(bare);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_THAT(said_, HasSubstr("lidar_top: extrinsics of rig.yaml"));
}

TEST_F(GivenCalibrationBuild, CameraWithoutInfoBesideOneWithItIsUsed) {
  DriveRecipe two = kShort;
  two.cameras = 2, two.info_of_front_only = true;
  give("camera_name: left\n" + std::string(kLens));
  const auto report = build(two);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(built().cameras.size(), 2u);
  ASSERT_NE(built().find_camera("left"), nullptr);
  EXPECT_EQ(built().find_camera("left")->intrinsics.fx, 70);
}

TEST_F(GivenCalibrationBuild, BadFilesStopTheBuildBeforeTheLogIsRead) {
  request_.config.calibration_file = (folder_ / "absent.yaml").string();
  const auto absent = build(kShort);
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, BuildCode::configuration);
  EXPECT_THAT(to_text(absent.error()), HasSubstr("absent.yaml"));
  give("image_width: 64\nimage_height: 48\nK: [nan, 0, 31.5, 0, 70, 23.5, 0, 0, 1]\n");
  const auto bad = again();
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, BuildCode::configuration);
  EXPECT_FALSE(fs::exists(request_.workspace / "00_mcap_ingest"));
  EXPECT_FALSE(dry_run(request_));
  EXPECT_FALSE(inspect_log(request_, {}));
  give("camera_name: rear\n" + std::string(kLens));
  DriveRecipe two = kShort;
  two.cameras = 2;
  const auto strange = build(two);
  ASSERT_FALSE(strange);
  EXPECT_EQ(strange.error().code, BuildCode::invalid_calibration);
  EXPECT_THAT(to_text(strange.error()), HasSubstr("camera_front, camera_left"));
  EXPECT_EQ(dry_run(request_)->failure->code, BuildCode::invalid_calibration);
  EXPECT_EQ(inspect_log(request_, {})->exit_code(), exit_code(strange.error()));
}

TEST_F(GivenCalibrationBuild, DryRunAndInspectionKnowTheFile) {
  DriveRecipe bare = kShort;
  bare.camera_info = bare.tf_static = false;
  ASSERT_TRUE(write_drive(folder_ / "drive.mcap", bare));
  ASSERT_TRUE(dry_run(request_)->failure);
  EXPECT_EQ(inspect_log(request_, {})->exit_code(), 4);
  give(kRig);
  EXPECT_FALSE(dry_run(request_)->failure);
  EXPECT_TRUE(dry_run(request_)->missing.empty());
  EXPECT_EQ(inspect_log(request_, {})->exit_code(), 0);
}

}  // namespace
}  // namespace gs::builder
