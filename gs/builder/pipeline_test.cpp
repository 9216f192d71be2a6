// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Whole builds of small drives: valid worlds, skipped steps, resumed training, reports of failed steps.
#include "gs/builder/pipeline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "gs/assets/rad/rad.h"
#include "gs/builder/rebuild.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/json/json.h"
#include "gs/world/bundle.h"
#include "gs/world/files/drivable.h"
#include "gs/world/files/heightmap.h"
#include "gs/world/lod_file.h"
#include "gs/world/query/drivable_query.h"
#include "gs/world/validate/validate.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using testing::TemporaryFolder;
using testing::write_drive;

// Whole builds of short drives; again() repeats the build with the current request.
class Pipeline : public ::testing::Test {
 protected:
  BuildResult<BuildReport> build(const DriveRecipe& recipe) {
    EXPECT_TRUE(write_drive(folder_ / "drive.mcap", recipe));
    return again();
  }
  BuildResult<BuildReport> again() {
    NoProgress progress;
    return run_build(request_, progress);
  }
  BuildRequest make_request() {
    BuildRequest request{.input = folder_ / "drive.mcap", .output = folder_ / "worlds/street"};
    request.workspace = folder_ / "w";
    request.now = {1'700'000'000'000'000'000};
    request.geometry.resolution = 0.2;
    request.training.trainer.training.iterations = 40;
    request.training.trainer.training.max_gaussians = 2000;
    request.training.trainer.training.sky_gaussians = 50;
    return *resolve(std::move(request));
  }

  TemporaryFolder folder_;
  BuildRequest request_ = make_request();
};

TEST_F(Pipeline, BuildsAValidWorldFromALogAlone) {
  const auto report = build({});
  ASSERT_TRUE(report) << to_text(report.error());
  const world::ValidationReport validation = world::validate_world(request_.output);
  EXPECT_TRUE(validation.valid()) << to_text(validation);
  const auto world = world::load_world(request_.output);
  ASSERT_TRUE(world) << to_string(world.error());
  EXPECT_EQ(world->metadata.scene_id, "street");
  for (const StampedPose& pose : world->trajectory->poses()) {
    const Vec3d& p = pose.map_from_body.translation;
    const auto z = world::ground_height(world->heightmap, p.x, p.y);
    ASSERT_TRUE(z) << p.x;
    EXPECT_NEAR(*z, 0, 0.03);
  }
  const auto written = read_json(request_.workspace / "build_report.json");
  ASSERT_TRUE(written);
  EXPECT_EQ(written->find("validation")->find("status")->text, "success");
  EXPECT_EQ(written->find("input")->find("mcap_md5")->text.size(), 32u);
  const auto quality = read_json(request_.output / "quality.json");
  ASSERT_TRUE(quality);
  EXPECT_EQ(quality->find("training_iterations")->integer, 40);
}

TEST_F(Pipeline, ALevelOfDetailTreeIsInTheBundleWhenAskedFor) {
  ASSERT_TRUE(build({}));
  EXPECT_FALSE(fs::exists(request_.output / world::kLodFile));
  EXPECT_EQ(world::load_world(request_.output)->index.version, "1.1.0");
  request_.config.lod = true;
  const auto report = again();
  ASSERT_TRUE(report) << to_text(report.error());
  const auto world = world::load_world(request_.output);
  ASSERT_TRUE(world);
  EXPECT_EQ(world->index.version, "1.2.0");
  EXPECT_EQ(world->index.lod, world::kLodFile);
  // Without a warning: the tree is made of the Gaussians beside it.
  const world::ValidationReport validation = world::validate_world(request_.output);
  EXPECT_EQ(to_text(validation).find("other Gaussians"), std::string::npos);
  EXPECT_EQ(assets::check_rad(request_.output / world::kLodFile)->leaves, world::load_gaussians(*world)->size());
}

// The second change concerns the geometry and, because its result is packed, the packer.
TEST_F(Pipeline, SkipsWhatHasNotChanged) {
  ASSERT_TRUE(build({}));
  const auto same = again();
  ASSERT_TRUE(same) << to_text(same.error());
  EXPECT_EQ(same->skipped.size(), kStepCount);
  request_.geometry.buffer_width = 4;
  const auto changed = again();
  ASSERT_TRUE(changed) << to_text(changed.error());
  EXPECT_EQ(changed->skipped,
            (std::vector<std::string>{"mcap_ingest", "calibration_builder", "actor_builder",
                                      "drivesim_dataset_converter", "gs_train_orchestrator", "gs_exporter"}));
}

// Names of all steps in run order, without the given ones.
std::vector<std::string> all_but(std::set<std::string> names) {
  std::vector<std::string> out;
  for (const Step step :
       {Step::mcap_ingest, Step::calibration_builder, Step::geometry_builder, Step::actor_builder,
        Step::drivesim_dataset_converter, Step::gs_train_orchestrator, Step::gs_exporter, Step::world_bundle_packer}) {
    if (!names.contains(std::string(to_string(step)))) out.emplace_back(to_string(step));
  }
  return out;
}

TEST_F(Pipeline, SettingsRunOnlyTheStepsThatReadThemAgain) {
  const DriveRecipe recipe{.duration_s = 1.2, .lidar_columns = 600};
  ASSERT_TRUE(build(recipe));
  const auto skipped_after = [&](auto change) {
    change(request_);
    const auto report = again();
    EXPECT_TRUE(report) << to_text(report.error());
    return report ? report->skipped : std::vector<std::string>{};
  };
  EXPECT_EQ(skipped_after([](BuildRequest& r) { r.config.scene_id = "other"; }), all_but({"world_bundle_packer"}));
  EXPECT_EQ(skipped_after([](BuildRequest& r) { r.config.world_bundle_dir = "elsewhere"; }),
            all_but({"world_bundle_packer"}));
  EXPECT_EQ(skipped_after([](BuildRequest& r) { r.config.frames.base_link_to_rear_axle_x = 0.1; }),
            all_but({"world_bundle_packer"}));
  const auto switch_training = [](BuildRequest& r) {
    bool& on = r.config.enabled[static_cast<std::size_t>(Step::gs_train_orchestrator)];
    on = !on;
  };
  EXPECT_EQ(skipped_after(switch_training), all_but({"gs_train_orchestrator", "gs_exporter", "world_bundle_packer"}));
  // Without training its settings do not matter.
  EXPECT_EQ(skipped_after([](BuildRequest& r) { r.training.trainer.training.seed = 7; }),
            all_but({"gs_train_orchestrator", "world_bundle_packer"}));
  EXPECT_EQ(skipped_after([](BuildRequest& r) {
              r.config.origin = {48.1, 11.5, 500};
            }),
            all_but({"calibration_builder", "geometry_builder", "actor_builder", "drivesim_dataset_converter",
                     "gs_train_orchestrator", "gs_exporter", "world_bundle_packer"}));
}

TEST_F(Pipeline, ForceTrainsFromTheBeginning) {
  const DriveRecipe recipe{.duration_s = 1.2, .lidar_columns = 600};
  std::string said;
  request_.log = [&](LogLevel, const std::string& text) { said += text + "\n"; };
  ASSERT_TRUE(build(recipe));
  request_.force = true;
  ASSERT_TRUE(again());
  EXPECT_EQ(said.find("continued from iteration"), std::string::npos) << said;
}

// Checkpoints of another training are not continued, even if they were copied into the folder.
TEST_F(Pipeline, CheckpointsOfAnotherTrainingAreNotContinued) {
  const DriveRecipe recipe{.duration_s = 1.2, .lidar_columns = 600};
  std::string said;
  request_.log = [&](LogLevel, const std::string& text) { said += text + "\n"; };
  ASSERT_TRUE(build(recipe));
  const fs::path checkpoints = folder_ / "w/03_gs_training/checkpoints";
  fs::copy(checkpoints, folder_ / "other", fs::copy_options::recursive);
  request_.training.trainer.training.seed = 7;
  ASSERT_TRUE(again());
  fs::remove_all(checkpoints);
  fs::copy(folder_ / "other", checkpoints, fs::copy_options::recursive);
  request_.discard_edits = true;
  NoProgress quiet;
  const auto trained = run_step(request_, Step::gs_train_orchestrator, quiet);
  ASSERT_TRUE(trained) << (trained ? "" : trained.error().message);
  EXPECT_EQ(said.find("continued from iteration"), std::string::npos) << said;
}

TEST_F(Pipeline, CheckpointsStayInTheWorkspace) {
  const fs::path outside = folder_ / "outside";
  for (const std::string& name : {outside.string(), std::string("../outside"), std::string(".."), std::string("")}) {
    request_.training.trainer.output.checkpoint_dir = name;
    const auto report = build({.duration_s = 1.2, .lidar_columns = 600});
    ASSERT_FALSE(report) << name;
    EXPECT_EQ(exit_code(report.error()), 2) << name;
    EXPECT_FALSE(fs::exists(outside));
  }
}

TEST_F(Pipeline, AWorldOfAMapFarAwayLiesAtItsOriginAndKnowsTheShift) {
  DriveRecipe recipe{.duration_s = 1.5, .lidar_columns = 600};
  recipe.origin_in_map = {500'000, 4'500'000, 120};
  request_.geometry.x_min = 499'990;  // in the map of the log
  const auto report = build(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  const auto world = world::load_world(request_.output);
  ASSERT_TRUE(world) << to_string(world.error());
  ASSERT_TRUE(world->metadata.coordinate_system.map_shift);
  const Vec3d first = world->trajectory->poses().front().map_from_body.translation;
  EXPECT_LT(norm(first + *world->metadata.coordinate_system.map_shift - recipe.origin_in_map), 0.05);
  EXPECT_LT(norm(first), 0.05);
  EXPECT_NEAR(world->heightmap.origin_x, -10, 0.21);
  EXPECT_NEAR(*world::ground_height(world->heightmap, first.x, first.y), 0, 0.03);
}

// A LiDAR does not see the ground below a vehicle that stands still; base_link may also be above the ground.
TEST_F(Pipeline, ACarThatHardlyMovesHasGroundAroundIt) {
  for (const double speed : {0.0, 0.5}) {
    for (const double height : {0.0, 0.5}) {
      request_.force = true;
      DriveRecipe recipe{.duration_s = 1, .base_link_height_m = height, .speed_mps = speed, .lidar_columns = 1200};
      const auto report = build(recipe);
      ASSERT_TRUE(report) << speed << " " << height << to_text(report.error());
      const auto world = world::load_world(request_.output);
      ASSERT_TRUE(world) << to_string(world.error());
      EXPECT_NEAR(world::ground_height(world->heightmap, 0, 7).value_or(-9), 0, 0.05) << speed << " " << height;
      EXPECT_NEAR(world::ground_height(world->heightmap, 0, 0).value_or(-9), 0, 0.1) << speed << " " << height;
    }
  }
}

TEST_F(Pipeline, EachSideOfTheExtentCountsAlone) {
  request_.geometry.x_max = 12;
  ASSERT_TRUE(build({.duration_s = 1.5, .lidar_columns = 600}));
  const auto world = world::load_world(request_.output);
  ASSERT_TRUE(world) << to_string(world.error());
  const world::HeightmapData& h = world->heightmap;
  EXPECT_NEAR(h.origin_x + h.resolution * (h.width - 1), 12, 0.21);
  EXPECT_NEAR(h.origin_x, -20, 0.21);  // the margin
}

TEST_F(Pipeline, TheBundleKnowsItsExtentItsTrainerAndItsImages) {
  request_.training_file = "background_only.yaml";
  ASSERT_TRUE(build({.duration_s = 1.5, .lidar_columns = 600}));
  const auto world = world::load_world(request_.output);
  ASSERT_TRUE(world) << to_string(world.error());
  EXPECT_NEAR(world->metadata.spatial_extent.max.z, 6, 0.2);  // the walls
  EXPECT_EQ(world->metadata.processing_info->gs_training_config, "background_only.yaml");
  EXPECT_TRUE(world->metadata.processing_info->drivesim_commit->starts_with("native-"));
  EXPECT_EQ(world->index.trajectory_image, "preview/trajectory.png");
  EXPECT_EQ(remembered_request(request_.workspace)->training_file, "background_only.yaml");
}

TEST_F(Pipeline, AFailedStepIsInTheReportWithItsName) {
  ASSERT_TRUE(build({.duration_s = 1.2, .lidar_columns = 600}));
  fs::remove(request_.workspace / "05_geometry/heightmap.bin");
  NoProgress quiet;
  ASSERT_FALSE(run_step(request_, Step::world_bundle_packer, quiet));
  auto written = read_json(request_.workspace / "build_report.json");
  EXPECT_EQ(written->find("validation")->find("status")->text, "failed");
  fs::remove_all(request_.workspace / "05_geometry");
  const auto missing = run_step(request_, Step::world_bundle_packer, quiet);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().component, "world_bundle_packer");
}

// A truncated log can be built: the missing part is reported as one warning, although the log is read twice.
TEST_F(Pipeline, DamageThatABuildSurvivesIsOneWarning) {
  ASSERT_TRUE(write_drive(folder_ / "whole.mcap", {.duration_s = 2, .lidar_columns = 600}));
  const std::string bytes = read_text_file(folder_ / "whole.mcap").value();
  ASSERT_TRUE(write_file(folder_ / "drive.mcap", bytes.substr(0, bytes.size() * 9 / 10)));
  std::string said;
  request_.log = [&](LogLevel, const std::string& text) { said += text + "\n"; };
  const auto report = again();
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(said.find("error:"), std::string::npos) << said;
  const std::set<std::string> different(report->warnings.begin(), report->warnings.end());
  EXPECT_EQ(different.size(), report->warnings.size());
}

TEST_F(Pipeline, RebuildUsesTheWorkspaceOfTheReport) {
  ASSERT_TRUE(build({.duration_s = 1.2, .lidar_columns = 600}));
  const auto request = rebuild_request(request_.workspace / "build_report.json", {}, {});
  ASSERT_TRUE(request) << to_text(request.error());
  EXPECT_EQ(request->workspace, request_.workspace);
}

// The log has base_link 0.4 m above the ground, for example at the height of the wheel centres.
TEST_F(Pipeline, LowersBaseLinkToTheGround) {
  DriveRecipe recipe;
  recipe.base_link_height_m = 0.4;
  const auto report = build(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_NEAR(report->pack.base_link_shift_m, 0.4, 0.03);
  const auto world = world::load_world(request_.output);
  ASSERT_TRUE(world);
  EXPECT_NEAR(world->trajectory->poses()[5].map_from_body.translation.z, 0, 0.03);
  EXPECT_NEAR(world->calibration.lidars[0].extrinsics.transform.translation.z, 1.8, 0.03);
}

TEST_F(Pipeline, RefinesPosesByItselfWhereOdometryDrifts) {
  for (const double drift_mps : {0.2, 0.0}) {
    DriveRecipe recipe{.duration_s = 2.5, .lidar_columns = 600};
    recipe.odometry_drift_mps = drift_mps;
    request_.force = true;  // the log has changed
    const auto report = build(recipe);
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_EQ(fs::exists(request_.workspace / "01_calibration/poses.csv"), drift_mps > 0)
        << read_text_file(request_.workspace / "01_calibration/pose_refinement.json")
               .value_or("no pose_refinement.json");
    const auto world = world::load_world(request_.output);
    ASSERT_TRUE(world) << to_string(world.error());
    EXPECT_NEAR(world->trajectory->poses().back().map_from_body.translation.y, 0, 0.06);
  }
}

TEST_F(Pipeline, RefinesPosesWhenAskedTo) {
  request_.config.refine_poses = "true";
  const auto report = build({.duration_s = 1.5, .lidar_columns = 600});
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_TRUE(fs::exists(request_.workspace / "01_calibration/poses.csv"));
  const auto world = world::load_world(request_.output);
  ASSERT_TRUE(world) << to_string(world.error());
  EXPECT_NEAR(world->trajectory->length_m(), 7.5, 0.2);  // the odometry was right
}

// As run-step does: settings of earlier steps are remembered.
TEST_F(Pipeline, StepsRunOneByOneOnTheWorkspaceAlone) {
  ASSERT_TRUE(write_drive(folder_ / "drive.mcap", {.duration_s = 1.2, .lidar_columns = 600}));
  NoProgress quiet;
  for (const Step step :
       {Step::mcap_ingest, Step::calibration_builder, Step::geometry_builder, Step::actor_builder,
        Step::drivesim_dataset_converter, Step::gs_train_orchestrator, Step::gs_exporter, Step::world_bundle_packer}) {
    BuildRequest request = *remembered_request(request_.workspace);
    if (step == Step::mcap_ingest) request = request_;
    const auto resolved = resolve_step(std::move(request), step);
    ASSERT_TRUE(resolved) << to_text(resolved.error());
    EXPECT_EQ(resolved->geometry.resolution, 0.2);
    const auto report = run_step(*resolved, step, quiet);
    ASSERT_TRUE(report) << to_string(step) << to_text(report.error());
  }
  EXPECT_TRUE(world::validate_world(request_.output).valid());
  const auto report = again();
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->skipped.size(), kStepCount);
}

TEST(ResolveStep, NamesWorldsByTheirWorkspaceAndNeedsTheLogForTheIngestOnly) {
  const auto named = resolve_step({.workspace = "some/street/"}, Step::geometry_builder);
  ASSERT_TRUE(named) << to_text(named.error());
  EXPECT_EQ(named->scene_id, "street");
  EXPECT_EQ(named->output, fs::path("worlds/street"));
  const auto no_log = resolve_step({.workspace = "street"}, Step::mcap_ingest);
  ASSERT_FALSE(no_log);
  EXPECT_EQ(exit_code(no_log.error()), 2);
  EXPECT_EQ(exit_code(resolve_step({}, Step::gs_exporter).error()), 2);
}

TEST_F(Pipeline, LeavesNothingAtTheOutputWhenAStepFails) {
  DriveRecipe recipe;
  recipe.lidar = false;
  const auto report = build(recipe);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, BuildCode::pointcloud_empty);
  EXPECT_FALSE(fs::exists(request_.output));
  const auto written = read_json(request_.workspace / "build_report.json");
  ASSERT_TRUE(written);
  EXPECT_EQ(written->find("validation")->find("status")->text, "failed");
  EXPECT_EQ(written->find("error")->find("code")->text, "POINTCLOUD_EMPTY");
}

TEST_F(Pipeline, DryRunSaysWhatIsMissingAndWritesNothing) {
  DriveRecipe recipe{.duration_s = 0.5};
  recipe.lidar = false;
  ASSERT_TRUE(write_drive(folder_ / "drive.mcap", recipe));
  const auto plan = dry_run(request_);
  ASSERT_TRUE(plan) << to_text(plan.error());
  EXPECT_EQ(plan->mapping.cameras.size(), 1u);
  EXPECT_EQ(plan->missing.size(), 1u);
  EXPECT_FALSE(fs::exists(request_.workspace));
}

TEST_F(Pipeline, DryRunEndsWithTheErrorOfTheBuild) {
  DriveRecipe no_lidar{.duration_s = 1}, no_info{.duration_s = 1}, no_tf{.duration_s = 1}, several{.duration_s = 1};
  no_lidar.lidar = false, no_info.camera_info = false, no_tf.tf_static = false;
  several.lidar = several.camera_info = several.tf_static = false;
  for (const DriveRecipe& recipe : {no_lidar, no_info, no_tf, several}) {
    ASSERT_TRUE(write_drive(folder_ / "drive.mcap", recipe));
    const auto plan = dry_run(request_);
    ASSERT_TRUE(plan) << to_text(plan.error());
    ASSERT_TRUE(plan->failure);
    const auto built = build(recipe);
    ASSERT_FALSE(built);
    EXPECT_EQ(plan->failure->code, built.error().code) << to_text(built.error());
  }
  ASSERT_TRUE(write_drive(folder_ / "drive.mcap", {.duration_s = 0.5}));
  EXPECT_FALSE(dry_run(request_)->failure);
}

// A build checks folders, trainer and output before it opens the log.
TEST_F(Pipeline, DryRunChecksInTheOrderOfTheBuild) {
  request_.input = folder_ / "missing.mcap";
  NoProgress quiet;
  const auto expect_same = [&](BuildCode code) {
    const auto plan = dry_run(request_);
    const auto built = run_build(request_, quiet);
    ASSERT_FALSE(plan);
    ASSERT_FALSE(built);
    EXPECT_EQ(plan.error().code, built.error().code);
    EXPECT_EQ(plan.error().code, code);
    EXPECT_EQ(plan.error().message, built.error().message);
  };
  expect_same(BuildCode::mcap_read_error);
  ASSERT_TRUE(fs::create_directories(request_.output));
  ASSERT_TRUE(write_file(request_.output / "notes.txt", "mine"));
  expect_same(BuildCode::other);
  request_.training.backend = "import";
  request_.training.imported.file = (folder_ / "missing.pth").string();
  expect_same(BuildCode::configuration);
}

TEST_F(Pipeline, DrivableAreaContainsEveryPoseWhicheverWayItIsFound) {
  for (const char* method : {"trajectory_buffer", "ground_connected"}) {
    request_.geometry.drivable_method = method;
    request_.geometry.buffer_width = 3;
    request_.force = true;
    const auto report = build({});
    ASSERT_TRUE(report) << to_text(report.error());
    const auto world = world::load_world(request_.output);
    ASSERT_TRUE(world) << to_string(world.error());
    const auto query = world::DrivableQuery::create(world->drivable);
    ASSERT_TRUE(query) << to_string(query.error());
    for (const StampedPose& pose : world->trajectory->poses()) {
      const Vec3d& p = pose.map_from_body.translation;
      EXPECT_TRUE(query->contains({p.x, p.y})) << method << " " << p.x;
    }
    EXPECT_FALSE(query->contains({5, 11})) << method;  // behind the wall
  }
}

// The walls of the drive stand 10 m to the left and right.
TEST_F(Pipeline, DrivableAreaEndsAtWallsByDefaultAndHasTheSpeedLimit) {
  request_.geometry.buffer_width = 15;
  request_.geometry.speed_limit_kmh = 30;
  ASSERT_TRUE(build({}));
  const auto world = world::load_world(request_.output);
  ASSERT_TRUE(world) << to_string(world.error());
  ASSERT_FALSE(world->drivable.polygons.empty());
  for (const world::DrivablePolygon& polygon : world->drivable.polygons) {
    EXPECT_EQ(polygon.speed_limit_kmh, 30);
    for (const Vec2d& p : polygon.outer) EXPECT_LT(std::abs(p.y), 10.2) << p.x;
  }
  const auto quality = read_json(request_.output / "quality.json");
  ASSERT_TRUE(quality);
  EXPECT_LT((*quality)["drivable_area"]["occupied_share"].number_or(1), 0.02);
  EXPECT_GT((*quality)["drivable_area"]["area_m2"].number_or(0), 50);

  request_.geometry.drivable_method = "trajectory_buffer";
  request_.geometry.speed_limit_kmh.reset();
  ASSERT_TRUE(again());
  const auto buffer = world::load_world(request_.output);
  ASSERT_TRUE(buffer);
  EXPECT_FALSE(buffer->drivable.polygons.at(0).speed_limit_kmh);
  EXPECT_GT(world::area_m2(buffer->drivable), 1.2 * world::area_m2(world->drivable));
  EXPECT_GT((*read_json(request_.output / "quality.json"))["drivable_area"]["occupied_share"].number_or(0), 0.01);
}

}  // namespace
}  // namespace gs::builder
