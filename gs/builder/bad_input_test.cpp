// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Provokes every error code of the interface through a build, and builds worlds from poor but sufficient logs.
//
// | code                 | exit | test                                                          |
// | MCAP_READ_ERROR      | 3    | MissingAndDamagedLogsCannotBeRead                             |
// | INSUFFICIENT_DATA    | 3    | TooFewPoses                                                   |
// | TOPIC_NOT_FOUND      | 4    | ATopicThatIsNotThere                                          |
// | TF_MISSING           | 4    | NoTransformsToTheSensors                                      |
// | CAMERA_INFO_MISSING  | 4    | NoCameraInfo                                                  |
// | INVALID_CALIBRATION  | 5    | DamageInTheWorkspaceIsFoundByTheStepThatReadsIt               |
// | TRAINING_FAILED      | 5    | TrainingOnAGpuThatIsNotThere, DamageInTheWorkspace...         |
// | GPU_OUT_OF_MEMORY    | 5    | TrainingErrors.OfTheGpuHaveTheirOwnCode (needs no GPU)        |
// | CHECKPOINT_NOT_FOUND | 5    | DamageInTheWorkspaceIsFoundByTheStepThatReadsIt               |
// | POINTCLOUD_EMPTY     | 5    | NoLidar, TooFewPointsForAMap                                  |
// | HEIGHTMAP_INVALID    | 5    | AHeightmapWhereNothingWasSeen                                 |
// | VALIDATION_FAILED    | 6    | DamageInTheWorkspaceIsFoundByTheStepThatReadsIt               |
// | FILE_MISSING         | 6    | DamageInTheWorkspaceIsFoundByTheStepThatReadsIt               |
#include <gtest/gtest.h>

#include <algorithm>

#include "gs/builder/pipeline.h"
#include "gs/builder/steps/gs_train_orchestrator.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/json/json.h"
#include "gs/splat/model/ply.h"
#include "gs/world/bundle.h"
#include "gs/world/validate/validate.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using testing::TemporaryFolder;
using testing::write_drive;

constexpr DriveRecipe kTiny{.duration_s = 1.2, .lidar_columns = 600};

// Builds small drives and checks code, exit status and suggestion of the error.
class BadInput : public ::testing::Test {
 protected:
  // A request with a training of a few iterations, so that a build takes seconds.
  BuildRequest request(const std::string& log = "drive.mcap") const {
    BuildRequest r{.input = folder_ / log, .output = folder_ / "worlds/street"};
    r.workspace = folder_ / "w";
    r.geometry.resolution = 0.2;
    r.training.trainer.training.iterations = 10;
    r.training.trainer.training.max_gaussians = 1000;
    r.training.trainer.training.sky_gaussians = 50;
    return *resolve(std::move(r));
  }
  BuildResult<BuildReport> build(const BuildRequest& r) {
    NoProgress quiet;
    return run_build(r, quiet);
  }
  BuildResult<BuildReport> build(const DriveRecipe& recipe) {
    EXPECT_TRUE(write_drive(folder_ / "drive.mcap", recipe));
    return build(request());
  }
  // Runs a single step on the workspace, over edited results of earlier steps.
  BuildResult<BuildReport> step(Step step) {
    NoProgress quiet;
    BuildRequest r = request();
    r.discard_edits = true;
    return run_step(r, step, quiet);
  }
  fs::path in(Step step, std::string_view name) const { return folder_ / "w" / folder_of(step) / name; }

  // Every error has a suggestion and a component, and nothing is left at the output.
  void expect_code(const BuildResult<BuildReport>& result, BuildCode code, int exit) {
    ASSERT_FALSE(result) << to_string(code);
    EXPECT_EQ(to_string(result.error().code), to_string(code)) << to_text(result.error());
    EXPECT_EQ(exit_code(result.error()), exit);
    EXPECT_FALSE(result.error().suggestion.empty()) << to_text(result.error());
    EXPECT_FALSE(result.error().component.empty());
    EXPECT_FALSE(fs::exists(folder_ / "worlds/street"));
  }
  // The failed build left its error in the workspace's report.
  void expect_reported(std::string_view code) {
    const auto report = read_json(folder_ / "w/build_report.json");
    ASSERT_TRUE(report);
    EXPECT_EQ(report->find("validation")->find("status")->text, "failed");
    EXPECT_EQ(report->find("error")->find("code")->text, code);
  }

  TemporaryFolder folder_;
};

TEST_F(BadInput, MissingAndDamagedLogsCannotBeRead) {
  expect_code(build(request("nothing.mcap")), BuildCode::mcap_read_error, 3);
  ASSERT_TRUE(write_file(folder_ / "drive.mcap", "this is no log"));
  expect_code(build(request()), BuildCode::mcap_read_error, 3);
  expect_reported("MCAP_READ_ERROR");
}

TEST_F(BadInput, ATopicThatIsNotThere) {
  ASSERT_TRUE(write_drive(folder_ / "drive.mcap", kTiny));
  BuildRequest r = request();
  r.config.topics.cameras["front"] = "/camera/nowhere";
  const auto result = build(r);
  expect_code(result, BuildCode::topic_not_found, 4);
  ASSERT_NE(result.error().details.find("available_topics"), nullptr);
  EXPECT_FALSE(result.error().details.find("available_topics")->items.empty());
}

TEST_F(BadInput, TooFewPoses) {
  expect_code(build(DriveRecipe{.duration_s = 0.1, .lidar_columns = 360}), BuildCode::insufficient_data, 3);
}

TEST_F(BadInput, NoTransformsToTheSensors) {
  DriveRecipe recipe = kTiny;
  recipe.tf_static = false;
  expect_code(build(recipe), BuildCode::tf_missing, 4);
}

TEST_F(BadInput, NoCameraInfo) {
  DriveRecipe recipe = kTiny;
  recipe.camera_info = false;
  expect_code(build(recipe), BuildCode::camera_info_missing, 4);
}

TEST_F(BadInput, NoLidar) {
  DriveRecipe recipe = kTiny;
  recipe.lidar = false;
  expect_code(build(recipe), BuildCode::pointcloud_empty, 5);
  expect_reported("POINTCLOUD_EMPTY");
}

TEST_F(BadInput, TooFewPointsForAMap) {
  expect_code(build(DriveRecipe{.duration_s = 1.2, .lidar_columns = 24, .lidar_rings = 16}),
              BuildCode::pointcloud_empty, 5);
}

TEST_F(BadInput, AHeightmapWhereNothingWasSeen) {
  ASSERT_TRUE(write_drive(folder_ / "drive.mcap", kTiny));
  BuildRequest r = request();
  r.geometry.x_min = 5000, r.geometry.x_max = 5010, r.geometry.y_min = 0, r.geometry.y_max = 10;
  expect_code(build(r), BuildCode::heightmap_invalid, 5);
}

TEST_F(BadInput, TrainingOnAGpuThatIsNotThere) {
  if (splat::make_differentiable_rasterizer(Backend::cuda)) GTEST_SKIP() << "this machine has a GPU";
  ASSERT_TRUE(write_drive(folder_ / "drive.mcap", kTiny));
  BuildRequest r = request();
  r.backend = Backend::cuda;
  expect_code(build(r), BuildCode::training_failed, 5);
}

TEST(TrainingErrors, OfTheGpuHaveTheirOwnCode) {
  const BuildError memory = training_error(fail(ErrorCode::device_out_of_memory, "2 GB asked for, 1 GB free"));
  EXPECT_EQ(memory.code, BuildCode::gpu_out_of_memory);
  EXPECT_EQ(exit_code(memory), 5);
  EXPECT_NE(memory.suggestion.find("max_gaussians"), std::string::npos);
  EXPECT_EQ(training_error(fail(ErrorCode::device_error, "lost")).code, BuildCode::training_failed);
  EXPECT_TRUE(training_error(fail(ErrorCode::interrupted, "stopped")).interrupted());
}

// Damage in a workspace between steps: one build, then one change at a time.
TEST_F(BadInput, DamageInTheWorkspaceIsFoundByTheStepThatReadsIt) {
  ASSERT_TRUE(write_drive(folder_ / "drive.mcap", kTiny));
  const auto built = build(request());
  ASSERT_TRUE(built) << to_text(built.error());
  fs::remove_all(folder_ / "worlds");

  const splat::GaussianCloud cloud =
      *splat::load_ply(in(Step::gs_exporter, "background.splat.ply"), {.source = splat::PlySource::bundle});
  // 50 Gaussians: the format requires 100.
  const std::vector<uint32_t> few(50, 0);
  const splat::GaussianCloud thin = *splat::gather(cloud.view(), few);
  ASSERT_TRUE(splat::save_ply(in(Step::gs_exporter, "background.splat.ply"), thin.view()));
  expect_code(step(Step::world_bundle_packer), BuildCode::validation_failed, 6);

  fs::remove(in(Step::geometry_builder, "heightmap.bin"));
  expect_code(step(Step::world_bundle_packer), BuildCode::file_missing, 6);

  fs::remove_all(in(Step::gs_train_orchestrator, "checkpoints"));
  expect_code(step(Step::gs_exporter), BuildCode::checkpoint_not_found, 5);

  ASSERT_TRUE(write_file(in(Step::drivesim_dataset_converter, "points.ply"), "ply\n"));
  expect_code(step(Step::gs_train_orchestrator), BuildCode::training_failed, 5);

  ASSERT_TRUE(write_file(in(Step::calibration_builder, "calibration.yaml"), "version: [\n"));
  expect_code(step(Step::drivesim_dataset_converter), BuildCode::invalid_calibration, 5);
}

// Poor but sufficient logs give a valid world and warnings about the problems.
class PoorLog : public BadInput {
 protected:
  // The build succeeds, the bundle is valid, and one warning contains the given text.
  void expect_world(const DriveRecipe& recipe, std::string_view warning) {
    const auto report = build(recipe);
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_TRUE(world::validate_world(request().output).valid());
    const auto said = [&](const std::string& w) { return w.find(warning) != std::string::npos; };
    EXPECT_TRUE(std::ranges::any_of(report->warnings, said)) << warning;
  }
};

TEST_F(PoorLog, TransformsInsteadOfOdometry) {
  DriveRecipe recipe = kTiny;
  recipe.odometry = false, recipe.tf = true;
  expect_world(recipe, "30 s or more");
}

TEST_F(PoorLog, OneCameraOfThreeBroken) {
  DriveRecipe recipe = kTiny;
  recipe.cameras = 3, recipe.bad_second_camera = true;
  expect_world(recipe, "no usable frame");
  EXPECT_EQ(world::load_world(request().output)->calibration.cameras.size(), 2u);
}

TEST_F(PoorLog, TenSecondsWithoutPictures) {
  expect_world({.duration_s = 12, .lidar_columns = 90, .camera_gap_s = 10}, "gap");
}

TEST_F(PoorLog, NoCameraAtAll) {
  DriveRecipe recipe = kTiny;
  recipe.camera = false;
  expect_world(recipe, "initialisation only");
}

TEST_F(PoorLog, TheClockJumpsBack) {
  expect_world({.duration_s = 5, .lidar_columns = 360, .clock_jump_s = -1.2}, "clock jumps");
  const auto world = world::load_world(request().output);
  ASSERT_TRUE(world);
  EXPECT_LT(world->trajectory->length_m(), 9);  // one clock run of the drive of 25 m
  for (const StampedPose& pose : world->trajectory->poses()) {
    EXPECT_NEAR(pose.map_from_body.translation.z, 0, 0.03);
  }
}

TEST_F(PoorLog, TheClockOfTransformsJumpsBack) {
  DriveRecipe recipe{.duration_s = 5, .lidar_columns = 360, .clock_jump_s = -1.2};
  recipe.odometry = false, recipe.tf = true;
  expect_world(recipe, "clock jumps");
  EXPECT_LT(world::load_world(request().output)->trajectory->length_m(), 9);
}

TEST_F(PoorLog, ThreeSeconds) { expect_world({.duration_s = 3, .lidar_columns = 360}, "30 s or more"); }

TEST_F(PoorLog, TheClockJumpsForward) {
  expect_world({.duration_s = 3, .lidar_columns = 360, .clock_jump_s = 3600}, "clock jumps");
}

}  // namespace
}  // namespace gs::builder
