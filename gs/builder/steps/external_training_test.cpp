// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Training by another program: valid worlds, error codes, and dry runs that refuse what a build refuses.
#include "gs/builder/steps/external_training.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/builder/pipeline.h"
#include "gs/builder/steps/gs_exporter.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/builder/training/drivestudio/testing/small_dataset.h"
#include "gs/core/json/json.h"
#include "gs/splat/model/ply.h"
#include "gs/world/bundle.h"
#include "gs/world/validate/validate.h"

namespace gs::builder {
namespace {

using ::testing::HasSubstr;
using testing::write_fake_trainer;
using testing::write_script;

// A drive built with a script in place of DriveStudio.
class ExternalTraining : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(testing::write_drive(folder_ / "drive.mcap", {.duration_s = 1.5, .cameras = 2}));
    request_.input = folder_ / "drive.mcap", request_.output = folder_ / "worlds/street";
    request_.workspace = folder_ / "w";
    request_.geometry.resolution = 0.2;
    request_.training.backend = "drivestudio";
    request_.training.trainer.training.iterations = 40;
    request_.training.drivestudio.commit = "0123abc";
    request_.training.drivestudio.command = {write_fake_trainer(folder_.path()).string(), "{output}"};
    request_.log = [this](LogLevel, const std::string& text) { said_ += text + "\n"; };
    request_ = *resolve(std::move(request_));
  }
  BuildResult<BuildReport> build() {
    NoProgress quiet;
    return run_build(request_, quiet);
  }
  // Builds with a trainer that fails; no bundle may appear.
  BuildError failure(const std::string& script) {
    request_.training.drivestudio.command = {write_script(folder_ / "other.sh", script).string(), "{output}"};
    const auto report = build();
    EXPECT_FALSE(report);
    EXPECT_FALSE(fs::exists(request_.output));
    return report ? BuildError{} : report.error();
  }
  fs::path training() const { return folder_ / "w/03_gs_training"; }

  TemporaryFolder folder_;
  BuildRequest request_;
  std::string said_;
};

TEST_F(ExternalTraining, DriveStudioBuildsAValidWorld) {
  const auto report = build();
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_TRUE(world::validate_world(request_.output).valid());
  const auto world = world::load_world(request_.output);
  ASSERT_TRUE(world) << to_string(world.error());
  EXPECT_EQ(report->pack.gaussians, 12'200u);  // the sky is a dome of 12,000
  EXPECT_EQ(world->metadata.processing_info->drivesim_commit, "0123abc");
  // The same files as the native trainer writes.
  const Node summary = read_json(training() / "training_report.json").value();
  EXPECT_EQ(summary.find("best_iteration")->integer, 40);
  EXPECT_EQ(summary.find("config")->find("drivesim_commit")->text, "0123abc");
  EXPECT_GT(summary.find("best_psnr")->real, 1);
  EXPECT_TRUE(fs::exists(training() / "checkpoints/iteration_40/checkpoint_final.pth"));
  EXPECT_TRUE(
      splat::load_ply(training() / "checkpoints/iteration_40/point_cloud.ply", {.source = splat::PlySource::bundle}));
  EXPECT_THAT(read_text_file(training() / "training_log.txt").value(), HasSubstr("a warning"));
  const Node dataset = read_json(folder_ / "w/02_drivesim_dataset/dataset_config.json").value();
  EXPECT_EQ(dataset.find("drivesim_commit")->text, "0123abc");
  EXPECT_TRUE(dataset.find("undistorted")->boolean);  // DriveStudio does not support distortion
  EXPECT_TRUE(fs::exists(training() / "drivestudio/data/000/images/000_1.jpg"));

  // In map; DriveStudio's world is the first pose of the front camera.
  const auto cloud =
      splat::load_ply(request_.output / "gaussians/background.splat.ply", {.source = splat::PlySource::bundle});
  ASSERT_TRUE(cloud) << to_string(cloud.error());
  EXPECT_NEAR(cloud->view().position_of(0).x, 1.5 + 0.02, 0.6);
  EXPECT_NEAR(cloud->view().position_of(0).z, 1.5 - 0.01, 1e-3);

  // A second build skips all steps.
  const auto again = build();
  ASSERT_TRUE(again) << to_text(again.error());
  EXPECT_EQ(again->skipped.size(), kStepCount);
}

TEST_F(ExternalTraining, FailuresHaveTheSpecifiedCodes) {
  BuildError error = failure("echo 'something broke' >&2; exit 4");
  EXPECT_EQ(error.code, BuildCode::training_failed);
  EXPECT_EQ(exit_code(error), 5);
  EXPECT_THAT(error.message, HasSubstr("status 4: something broke"));
  EXPECT_FALSE(error.suggestion.empty());
  error = failure("exit 0");
  EXPECT_EQ(error.code, BuildCode::checkpoint_not_found);
  EXPECT_EQ(exit_code(error), 5);
  EXPECT_EQ(failure("kill -TERM $$").code, BuildCode::training_failed);
  EXPECT_EQ(failure("echo RuntimeError: CUDA out of memory; exit 1").code, BuildCode::gpu_out_of_memory);
  error = failure("echo not a checkpoint > \"$1/checkpoint_final.pth\"");
  EXPECT_EQ(error.code, BuildCode::training_failed);
  // With a correct command the build succeeds afterwards.
  request_.training.drivestudio.command = {write_fake_trainer(folder_.path()).string(), "{output}"};
  EXPECT_TRUE(build());
}

TEST_F(ExternalTraining, TheTimeExpectedIsThatOfTheTrainer) {
  request_.training.imported.file = request_.input.string();  // any existing file: a dry run checks existence only
  const auto seconds = [&](const char* backend) {
    request_.training.backend = backend;
    return dry_run(request_)->plan.seconds[static_cast<std::size_t>(Step::gs_train_orchestrator)];
  };
  EXPECT_NEAR(seconds("drivestudio"), 40 * 0.06, 1e-9);
  EXPECT_LT(seconds("import"), 0.001);
}

TEST_F(ExternalTraining, ACommandThatCannotStartIsFoundFirst) {
  request_.training.drivestudio.command = {"no_such_program_of_ours", "{output}"};
  const auto report = build();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, BuildCode::configuration);
  EXPECT_EQ(exit_code(report.error()), 2);
  EXPECT_THAT(to_text(report.error()), HasSubstr("PATH"));
  EXPECT_FALSE(fs::exists(folder_ / "w/00_mcap_ingest"));
}

TEST_F(ExternalTraining, ADryRunRefusesWhatABuildWouldRefuse) {
  request_.training.drivestudio.command = {"env", "{directory}/train"};
  for (const char* directory : {"", "no_such_folder_of_ours"}) {
    request_.training.drivestudio.directory = directory;
    const auto plan = dry_run(request_);
    ASSERT_FALSE(plan);
    EXPECT_EQ(exit_code(plan.error()), 2);
    EXPECT_THAT(plan.error().message, HasSubstr("drivestudio.directory"));
  }
  request_.training.drivestudio.directory = folder_.path().string();
  EXPECT_TRUE(dry_run(request_));
  request_.training.trainer.output.checkpoint_dir = (folder_ / "elsewhere").string();
  const auto plan = dry_run(request_);
  ASSERT_FALSE(plan);
  EXPECT_EQ(exit_code(plan.error()), 2);
}

TEST_F(ExternalTraining, GaussiansTrainedElsewhereMakeAWorld) {
  request_.training.backend = "import";
  request_.training.imported.file = (folder_ / "missing.pth").string();
  const auto missing = build();
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, BuildCode::configuration);
  request_.training.imported.file = (folder_ / "trained.pth").string();
  const auto report = build();
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_TRUE(world::validate_world(request_.output).valid());
  EXPECT_EQ(report->pack.gaussians, 200u);
  const Node dataset = read_json(folder_ / "w/02_drivesim_dataset/dataset_config.json").value();
  EXPECT_THAT(dataset.find("drivesim_commit")->text, HasSubstr("imported"));
  // Another file gives another world.
  ASSERT_TRUE(write_file(folder_ / "trained.pth", assets::testing::drivestudio_file(150, 0, 40)));
  request_.force = true;
  const auto other = build();
  ASSERT_TRUE(other) << to_text(other.error());
  EXPECT_EQ(other->pack.gaussians, 150u);
}

TEST(ExportedFarPlane, ReachesAsFarAsTheCloud) {
  splat::GaussianCloud cloud = splat::GaussianCloud::create(1000, 0).value();
  const splat::MutableCloudView view = cloud.view();
  for (std::size_t i = 0; i < 1000; ++i) view.set_position(i, {static_cast<float>(i % 100), 0, 0});
  view.set_position(0, {9e5f, 0, 0});  // a single outlier must not extend the far plane
  EXPECT_EQ(far_plane_for(std::as_const(cloud).view()), 1000);
  for (std::size_t i = 0; i < 50; ++i) view.set_position(i, {0, 4600, 0});
  EXPECT_EQ(far_plane_for(std::as_const(cloud).view()), 10'000);
  EXPECT_EQ(far_plane_for({}), 1000);
}

TEST(ExternalTrainingConfig, IsReadAndChecked) {
  const auto config = parse_gs_training_config(
      "training:\n  backend: drivestudio\n  iterations: 100\n"
      "drivestudio:\n  command: [docker, run, \"-v\", \"{dataset}:/data\", \"{output}\"]\n  timeout_s: 3600\n");
  ASSERT_TRUE(config) << to_text(config.error());
  EXPECT_EQ(config->backend, "drivestudio");
  EXPECT_EQ(config->drivestudio.command.size(), 5u);
  EXPECT_EQ(config->drivestudio.command[3], "{dataset}:/data");
  const auto back = parse_gs_training_config(write_json(to_node(*config)));
  ASSERT_TRUE(back) << to_text(back.error());
  EXPECT_EQ(back->drivestudio.command, config->drivestudio.command);
  for (const char* bad :
       {"training: {backend: nerfstudio}", "training: {backend: import}",
        "training: {backend: drivestudio}\ndrivestudio: {command: []}", "drivestudio: {comand: [a]}"}) {
    const auto refused = parse_gs_training_config(bad);
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error().code, BuildCode::configuration);
  }
}

}  // namespace
}  // namespace gs::builder
