// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/pipeline.h"

#include <gtest/gtest.h>

#include "gs/builder/rebuild.h"
#include "gs/builder/testing.h"
#include "gs/world/bundle.h"
#include "gs/world/drivable_query.h"
#include "gs/world/heightmap.h"
#include "gs/world/json_document.h"
#include "gs/world/validate.h"

namespace gs {
namespace {

using builder_testing::DriveRecipe;
using builder_testing::TemporaryFolder;
using builder_testing::write_drive;

class Pipeline : public testing::Test {
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
  const ValidationReport validation = validate_world(request_.output);
  EXPECT_TRUE(validation.valid()) << to_text(validation);
  const auto world = load_world(request_.output);
  ASSERT_TRUE(world) << to_string(world.error());
  EXPECT_EQ(world->metadata.scene_id, "street");
  for (const StampedPose& pose : world->trajectory->poses()) {
    const Vec3d& p = pose.map_from_body.translation;
    const auto z = ground_height(world->heightmap, p.x, p.y);
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

TEST_F(Pipeline, SkipsWhatHasNotChanged) {
  ASSERT_TRUE(build({}));
  const auto same = again();
  ASSERT_TRUE(same) << to_text(same.error());
  EXPECT_EQ(same->skipped.size(), kStepCount);
  request_.geometry.buffer_width = 4;
  const auto changed = again();
  ASSERT_TRUE(changed) << to_text(changed.error());
  EXPECT_EQ(changed->skipped,
            (std::vector<std::string>{"mcap_ingest", "calibration_builder", "drivesim_dataset_converter",
                                      "gs_train_orchestrator", "gs_exporter"}));
}

TEST_F(Pipeline, LowersBaseLinkToTheGround) {
  DriveRecipe recipe;
  recipe.base_link_height_m = 0.4;
  const auto report = build(recipe);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_NEAR(report->pack.base_link_shift_m, 0.4, 0.03);
  const auto world = load_world(request_.output);
  ASSERT_TRUE(world);
  EXPECT_NEAR(world->trajectory->poses()[5].map_from_body.translation.z, 0, 0.03);
  EXPECT_NEAR(world->calibration.lidars[0].extrinsics.transform.translation.z, 1.8, 0.03);
}

TEST_F(Pipeline, RefinesPosesByItselfWhereOdometryDrifts) {
  for (const double drift_mps : {0.2, 0.0}) {
    DriveRecipe recipe{.duration_s = 2.5, .lidar_columns = 600};
    recipe.odometry_drift_mps = drift_mps;
    request_.force = true;  // another log
    const auto report = build(recipe);
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_EQ(fs::exists(request_.workspace / "01_calibration/poses.csv"), drift_mps > 0);
    const auto world = load_world(request_.output);
    ASSERT_TRUE(world) << to_string(world.error());
    EXPECT_NEAR(world->trajectory->poses().back().map_from_body.translation.y, 0, 0.06);
  }
}

TEST_F(Pipeline, RefinesPosesWhenAskedTo) {
  request_.config.refine_poses = "true";
  const auto report = build({.duration_s = 1.5, .lidar_columns = 600});
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_TRUE(fs::exists(request_.workspace / "01_calibration/poses.csv"));
  const auto world = load_world(request_.output);
  ASSERT_TRUE(world) << to_string(world.error());
  EXPECT_NEAR(world->trajectory->length_m(), 7.5, 0.2);  // the odometry was right
}

// As run-step does: what was said once need not be said again.
TEST_F(Pipeline, StepsRunOneByOneOnTheWorkspaceAlone) {
  ASSERT_TRUE(write_drive(folder_ / "drive.mcap", {.duration_s = 1.2, .lidar_columns = 600}));
  NoProgress quiet;
  for (const Step step :
       {Step::mcap_ingest, Step::calibration_builder, Step::geometry_builder, Step::drivesim_dataset_converter,
        Step::gs_train_orchestrator, Step::gs_exporter, Step::world_bundle_packer}) {
    BuildRequest request = *remembered_request(request_.workspace);
    if (step == Step::mcap_ingest) request = request_;
    const auto resolved = resolve_step(std::move(request), step);
    ASSERT_TRUE(resolved) << to_text(resolved.error());
    EXPECT_EQ(resolved->geometry.resolution, 0.2);
    const auto report = run_step(*resolved, step, quiet);
    ASSERT_TRUE(report) << to_string(step) << to_text(report.error());
  }
  EXPECT_TRUE(validate_world(request_.output).valid());
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

TEST_F(Pipeline, DrivableAreaContainsEveryPoseWhicheverWayItIsFound) {
  for (const char* method : {"trajectory_buffer", "ground_connected"}) {
    request_.geometry.drivable_method = method;
    request_.geometry.buffer_width = 3;
    request_.force = true;
    const auto report = build({});
    ASSERT_TRUE(report) << to_text(report.error());
    const auto world = load_world(request_.output);
    ASSERT_TRUE(world) << to_string(world.error());
    const auto query = DrivableQuery::create(world->drivable);
    ASSERT_TRUE(query) << to_string(query.error());
    for (const StampedPose& pose : world->trajectory->poses()) {
      const Vec3d& p = pose.map_from_body.translation;
      EXPECT_TRUE(query->contains({p.x, p.y})) << method << " " << p.x;
    }
    EXPECT_FALSE(query->contains({5, 11})) << method;  // behind the wall
  }
}

}  // namespace
}  // namespace gs
