// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Training with DriveStudio: results in the map frame, failures, time-outs and resumed runs.
#include "gs/builder/training/drivestudio/drivestudio_training.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/assets/torch/torch_gaussians.h"
#include "gs/builder/training/drivestudio/testing/small_dataset.h"
#include "gs/builder/training/drivestudio/training_output.h"
#include "gs/config/yaml.h"

namespace gs::builder {
namespace {

using ::testing::HasSubstr;
using namespace testing;

// Remembers the last calls; asks to stop as soon as DriveStudio runs.
class CountingProgress final : public Progress {
 public:
  void begin(std::string_view what, uint64_t total, std::string_view) override { what_ = what, total_ = total; }
  void advance(uint64_t done) override { done_ = done; }
  void note(std::string_view text) override { note_ = text; }
  void finish() override {}
  bool stop_requested() const override { return stop_ && what_.find("DriveStudio") != std::string::npos; }

  std::string what_, note_;
  uint64_t total_ = 0, done_ = 0;
  bool stop_ = false;
};

// A training with a shell script in place of DriveStudio.
class DriveStudioTraining : public ::testing::Test {
 protected:
  void SetUp() override {
    write_dataset(folder_ / "dataset");
    run_.dataset = folder_ / "dataset", run_.folder = folder_ / "training";
    run_.training.training.iterations = 40;
    run_.options.command = {write_fake_trainer(folder_.path()).string(), "{output}", "{config}", "{dataset}"};
    run_.log = [this](std::string_view line) { log_ += std::string(line) + "\n"; };
  }
  Result<DriveStudioResult> train() { return train_with_drivestudio(run_, problems_, progress_); }
  // Error of a training whose trainer is this script.
  Error failure(const std::string& script) {
    run_.options.command = {write_script(folder_ / "other.sh", script).string(), "{output}"};
    const auto result = train();
    EXPECT_FALSE(result);
    return result ? Error{} : result.error();
  }

  TemporaryFolder folder_;
  DriveStudioRun run_;
  Problems problems_;
  CountingProgress progress_;
  std::string log_;
};

TEST_F(DriveStudioTraining, TheCheckpointComesBackInMap) {
  const auto result = train();
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_EQ(result->iterations, 40u);
  EXPECT_EQ(result->cloud.size(), 200u + 12'000u);  // plus the sky dome
  EXPECT_EQ(progress_.done_, 40u);
  EXPECT_EQ(progress_.note_, "psnr 24.5");
  EXPECT_THAT(log_, HasSubstr("a warning"));
  EXPECT_THAT(log_, HasSubstr("fake_trainer.sh"));
  EXPECT_TRUE(problems_.empty());
  // The trainer's world is its first camera: z forward is x of map, x right is -y, y down is -z; 1.5 m above ground.
  const splat::GaussianCloud raw = std::move(assets::load_torch_gaussians(result->checkpoint).value().cloud);
  for (const std::size_t i : {std::size_t{0}, std::size_t{150}}) {
    const Vec3f p = raw.view().position_of(i), q = result->cloud.view().position_of(i);
    EXPECT_NEAR(q.x, p.z, 1e-5);
    EXPECT_NEAR(q.y, -p.x, 1e-5);
    EXPECT_NEAR(q.z, 1.5f - p.y, 1e-5);
  }
  EXPECT_TRUE(config::read_yaml(run_.folder / "config.yaml"));
  EXPECT_TRUE(fs::is_directory(run_.folder / "run/data/ego_masks/nuscenes"));
  EXPECT_TRUE(fs::exists(run_.folder / "data/000/images/000_0.jpg"));
}

TEST_F(DriveStudioTraining, WhatWasTrainedIsNotTrainedAgain) {
  ASSERT_TRUE(train());
  run_.options.command = {"/no/such/program"};
  const auto again = train();
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_TRUE(again->reused);
  EXPECT_EQ(again->cloud.size(), 12'200u);
}

TEST_F(DriveStudioTraining, FailuresSayWhatHappened) {
  const Error status = failure("echo 'ValueError: NaN in loss'; exit 3");
  EXPECT_EQ(status.message, "DriveStudio ended with status 3: ValueError: NaN in loss");
  EXPECT_THAT(status.hint, HasSubstr("training_log.txt"));
  EXPECT_THAT(failure("kill -9 $$").message, HasSubstr("signal 9"));
  EXPECT_EQ(failure("echo 'torch.cuda.OutOfMemoryError: CUDA out of memory. Tried'; exit 1").code,
            ErrorCode::device_out_of_memory);
  const Error nothing = failure("echo fine");
  EXPECT_EQ(nothing.code, ErrorCode::not_found);
  EXPECT_THAT(nothing.hint, HasSubstr("{output}"));
  const Error late = failure("cp \"$(dirname $0)/trained.pth\" \"$1/checkpoint_final.pth\"; exit 1");
  EXPECT_THAT(late.hint, HasSubstr("gs-train import"));
}

TEST_F(DriveStudioTraining, ABrokenCheckpointIsAnError) {
  const Error cut = failure("head -c 3000 \"$(dirname $0)/trained.pth\" > \"$1/checkpoint_final.pth\"");
  EXPECT_THAT(cut.message, HasSubstr("checkpoint_final.pth"));
  EXPECT_FALSE(fs::exists(run_.folder / "trained"));
}

TEST_F(DriveStudioTraining, MissingProgramsAndBadTemplatesAreConfigurationErrors) {
  run_.options.command = {"no_such_program_of_ours"};
  EXPECT_EQ(train().error().code, ErrorCode::invalid_option);
  EXPECT_EQ(check_drivestudio_command(run_.options).error().code, ErrorCode::invalid_option);
  EXPECT_THAT(check_drivestudio_command(run_.options).error().message, HasSubstr("drivestudio.command"));
  run_.options.command = {"sh", "{nonsense}"};
  EXPECT_EQ(check_drivestudio_command(run_.options).error().code, ErrorCode::invalid_option);
  EXPECT_TRUE(check_drivestudio_command({.command = {"sh", "-c", "true"}}));
  EXPECT_FALSE(check_drivestudio_command({}));  // the command uses {directory}, which is empty
  EXPECT_TRUE(check_drivestudio_command({.directory = run_.folder.parent_path().string()}));  // `env` always exists
}

TEST_F(DriveStudioTraining, StopsAndTimesOut) {
  run_.options.timeout_s = 0.2;
  EXPECT_EQ(failure("sleep 30").code, ErrorCode::timeout);
  run_.options.timeout_s = 0;
  // Stop as soon as the trainer runs, after the data set was written.
  run_.options.command = {write_script(folder_ / "slow.sh", "sleep 30").string()};
  progress_.what_.clear();
  progress_.stop_ = true;
  EXPECT_EQ(train().error().code, ErrorCode::interrupted);
}

TEST(DriveStudioCommit, IsReadFromTheCheckout) {
  const TemporaryFolder folder;
  DriveStudioOptions options{.directory = folder.path().string()};
  EXPECT_EQ(drivestudio_commit(options), "unknown");
  fs::create_directories(folder / ".git/refs/heads");
  const std::string hash(40, 'a');
  ASSERT_TRUE(write_file(folder / ".git/HEAD", "ref: refs/heads/main\n"));
  ASSERT_TRUE(write_file(folder / ".git/refs/heads/main", hash + "\n"));
  EXPECT_EQ(drivestudio_commit(options), hash);
  options.commit = "v1";
  EXPECT_EQ(drivestudio_commit(options), "v1");
}

TEST(TrainingOutput, FindsTheIteration) {
  EXPECT_EQ(iteration_of("I20260101 12:00:00 root train.py:1]   [  500/30001]  eta: 0:10"), 500u);
  EXPECT_EQ(iteration_of("[30000/30001]"), 30000u);
  EXPECT_EQ(iteration_of("Loading images: 3/40 [00:01<00:10]"), std::nullopt);
  EXPECT_EQ(iteration_of("[7/3]"), std::nullopt);
  EXPECT_EQ(iteration_of("[99999999999999999999/3]"), std::nullopt);
  EXPECT_EQ(iteration_of("["), std::nullopt);
}

}  // namespace
}  // namespace gs::builder
