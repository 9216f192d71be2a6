// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Resumed training refuses other options or images and loses no step.
#include "gs/splat/train/resume.h"

#include <gtest/gtest.h>

#include "gs/core/file.h"
#include "gs/core/hash/crc32.h"
#include "gs/splat/train/testing/test_scene.h"
#include "gs/splat/train/training_run.h"

namespace gs::splat::train {
namespace {

using splat::testing::file_bytes;
using testing::quick_options;
using testing::synthetic_scene;

Result<TrainingReport> train_in(const fs::path& output, const TrainingOptions& options, bool resume,
                                TrainingData data = synthetic_scene()) {
  NoProgress quiet;
  return train(std::move(data), options, {.output = output, .resume = resume}, quiet);
}

// Error of a resume after `change` modified the options or the data.
template <class Change>
Error refusal(const fs::path& output, Change change) {
  TrainingOptions options = quick_options(40);
  TrainingData data = synthetic_scene();
  change(options, data);
  const auto report = train_in(output, options, true, std::move(data));
  EXPECT_FALSE(report) << "resumed from " << (report ? report->resumed_from : 0);
  return report ? Error{} : report.error();
}

TEST(Resume, RefusesOtherOptionsAndNamesTheFirst) {
  const TemporaryFolder folder;
  ASSERT_TRUE(train_in(folder / "out", quick_options(40), false));
  const Error seed = refusal(folder / "out", [](TrainingOptions& o, TrainingData&) { o.training.seed = 7; });
  EXPECT_EQ(seed.code, ErrorCode::invalid_argument);
  EXPECT_NE(seed.message.find("training.seed was 42, this run has 7"), std::string::npos) << seed.message;
  EXPECT_NE(seed.message.find("iteration_40"), std::string::npos) << seed.message;
  EXPECT_FALSE(seed.hint.empty());
  const Error rate =
      refusal(folder / "out", [](TrainingOptions& o, TrainingData&) { o.training.learning_rate.scaling = 0.5; });
  EXPECT_NE(rate.message.find("training.learning_rate.scaling"), std::string::npos) << rate.message;
  const Error strategy =
      refusal(folder / "out", [](TrainingOptions& o, TrainingData&) { o.training.strategy = "adc"; });
  EXPECT_NE(strategy.message.find("training.strategy was mcmc, this run has adc"), std::string::npos)
      << strategy.message;
  const Error filter =
      refusal(folder / "out", [](TrainingOptions& o, TrainingData&) { o.training.antialiasing = false; });
  EXPECT_NE(filter.message.find("training.antialiasing was true"), std::string::npos) << filter.message;
  const Error end =
      refusal(folder / "out", [](TrainingOptions& o, TrainingData&) { o.training.densify.end_iter = 11; });
  EXPECT_NE(end.message.find("training.densify.end_iter"), std::string::npos) << end.message;
}

TEST(Resume, RefusesOtherImages) {
  const TemporaryFolder folder;
  ASSERT_TRUE(train_in(folder / "out", quick_options(40), false));
  const Error pixel = refusal(folder / "out", [](TrainingOptions&, TrainingData& d) { d.views[2].rgb8[100] ^= 1; });
  EXPECT_NE(pixel.message.find("other images"), std::string::npos) << pixel.message;
  const Error pose = refusal(
      folder / "out", [](TrainingOptions&, TrainingData& d) { d.views[2].map_from_camera.translation.x += 1e-9; });
  EXPECT_NE(pose.message.find("other images"), std::string::npos) << pose.message;
  const Error name = refusal(folder / "out", [](TrainingOptions&, TrainingData& d) { d.views[2].name += "x"; });
  EXPECT_NE(name.message.find("other names"), std::string::npos) << name.message;
  const Error order =
      refusal(folder / "out", [](TrainingOptions&, TrainingData& d) { std::swap(d.views[1].rgb8, d.views[2].rgb8); });
  EXPECT_NE(order.message.find("other images"), std::string::npos) << order.message;
}

TEST(Resume, MoreIterationsAndOtherOutputAreFine) {
  const TemporaryFolder folder;
  TrainingOptions options = quick_options(40);
  options.training.densify.end_iter = usual_end_iter(40, "mcmc");
  ASSERT_TRUE(train_in(folder / "out", options, false));
  options = quick_options(60);
  options.training.densify.end_iter = usual_end_iter(60, "mcmc");
  options.output.save_iterations = {50};
  options.chunks.length_m = 77;
  options.training.preset = "full";
  const TrainingReport more = train_in(folder / "out", options, true).value();
  EXPECT_EQ(more.resumed_from, 40u);
  EXPECT_TRUE(fs::exists(folder / "out" / "checkpoints" / "iteration_50"));
}

// A new run removes the checkpoints of a longer, earlier run; otherwise a resume would continue the wrong one.
TEST(Resume, TakesNothingOfAnOlderRunThatAFreshOneReplaced) {
  const TemporaryFolder folder;
  ASSERT_TRUE(train_in(folder / "out", quick_options(60), false));
  ASSERT_TRUE(train_in(folder / "out", quick_options(20), false));
  EXPECT_FALSE(fs::exists(folder / "out" / "checkpoints" / "iteration_60"));
  EXPECT_FALSE(fs::exists(folder / "out" / "checkpoints" / "iteration_30"));
  TrainingOptions more = quick_options(60);
  more.training.densify = quick_options(20).training.densify;
  EXPECT_EQ(train_in(folder / "out", more, true).value().resumed_from, 20u);
}

TEST(Resume, AFreshRunRemovesNoFilesOfOthers) {
  const TemporaryFolder folder;
  ASSERT_TRUE(train_in(folder / "out", quick_options(20), false));
  const fs::path checkpoints = folder / "out" / "checkpoints";
  fs::create_directories(checkpoints / "iteration_5");
  ASSERT_TRUE(write_file(checkpoints / "iteration_5" / "notes.txt", std::string_view("mine")));
  ASSERT_TRUE(write_file(checkpoints / "iterations.csv", std::string_view("mine")));
  ASSERT_TRUE(train_in(folder / "out", quick_options(20), false));  // neither file is in the way
  EXPECT_TRUE(fs::exists(checkpoints / "iteration_5" / "notes.txt"));
  EXPECT_TRUE(fs::exists(checkpoints / "iterations.csv"));
  ASSERT_TRUE(write_file(checkpoints / "iteration_10" / "notes.txt", std::string_view("mine")));
  const auto refused = train_in(folder / "out", quick_options(20), false);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::already_exists);
  EXPECT_NE(refused.error().message.find("notes.txt"), std::string::npos) << refused.error().message;
  EXPECT_TRUE(fs::exists(checkpoints / "iteration_10" / "state.gstc"));
}

// A checkpoint of three Gaussians with the options "{}", without reports, corrections and vignetting.
Checkpoint small_checkpoint() {
  Checkpoint checkpoint{.options_json = "{}", .data = DataFingerprint{1, 2}};
  checkpoint.state.cloud = splat::testing::random_cloud(3, 1);
  checkpoint.state.adam = make_adam_state(3, 1).value();
  return checkpoint;
}

// The bytes of small_checkpoint() as version 5 wrote them: with the clock offsets of cameras and zero moments.
std::vector<std::byte> bytes_of_version_5(const std::vector<double>& clocks_s) {
  const TemporaryFolder folder;
  EXPECT_TRUE(save_checkpoint(folder / "x", small_checkpoint()));
  std::vector<std::byte> bytes = file_bytes(folder / "x");
  bytes[4] = std::byte{5};
  const uint64_t count = clocks_s.size();
  std::vector<std::byte> clocks(8 + 28 * count);
  std::memcpy(clocks.data(), &count, 8);
  if (count > 0) std::memcpy(clocks.data() + 8, clocks_s.data(), 8 * count);
  // They follow 58 bytes up to the fingerprint and the three numbers of reports, corrected views and cameras.
  bytes.insert(bytes.begin() + 78, clocks.begin(), clocks.end());
  return bytes;
}

// Parses the bytes after their checksum was set.
Checkpoint parse_changed(std::vector<std::byte> bytes) {
  const uint32_t crc = crc32(Bytes(bytes).first(bytes.size() - 4));
  std::memcpy(bytes.data() + bytes.size() - 4, &crc, 4);
  return parse_checkpoint(bytes).value();
}

TEST(Resume, CheckpointsOfVersion5ThatLearnedClocksAreNotContinued) {
  const Checkpoint without = parse_changed(bytes_of_version_5({}));
  EXPECT_EQ(without.clock_offset_s, 0);
  EXPECT_TRUE(check_resumable(without, quick_options(40), {1, 2}));
  EXPECT_TRUE(check_resumable(parse_changed(bytes_of_version_5({0, 0})), quick_options(40), {1, 2}));
  const Checkpoint learned = parse_changed(bytes_of_version_5({0.004, -0.02}));
  EXPECT_EQ(learned.clock_offset_s, -0.02);
  EXPECT_EQ(learned.state.cloud.size(), 3u);
  const auto refused = check_resumable(learned, quick_options(40), {1, 2});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
  EXPECT_NE(refused.error().message.find("a camera clock of -0.0200 s"), std::string::npos) << refused.error().message;
}

TEST(Resume, CheckpointsOfVersion3HaveNoFingerprintAndFit) {
  const TemporaryFolder folder;
  const Checkpoint checkpoint = small_checkpoint();
  ASSERT_TRUE(save_checkpoint(folder / "x", checkpoint));
  EXPECT_EQ(load_checkpoint(folder / "x").value().data, checkpoint.data);
  std::vector<std::byte> bytes = bytes_of_version_5({});
  bytes[4] = std::byte{3};
  // Remove the fingerprint, which follows magic, version, 36 bytes of numbers and the options "{}".
  bytes.erase(bytes.begin() + 50, bytes.begin() + 58);
  const Checkpoint old = parse_changed(std::move(bytes));
  EXPECT_EQ(old.data, std::nullopt);
  EXPECT_TRUE(check_resumable(old, quick_options(40), {3, 4}));
  EXPECT_FALSE(check_resumable(checkpoint, quick_options(40), {3, 4}));
}

// Fails in the step after `steps`, like a GPU that is out of memory.
class FailingEngine final : public TrainingEngine {
 public:
  FailingEngine(Trainer trainer, uint64_t steps) : trainer_(std::move(trainer)), steps_(steps) {}
  std::string name() const override { return "failing"; }
  Result<StepReport> step() override {
    if (trainer_.iteration() == steps_) return fail(ErrorCode::device_out_of_memory, "no room").with_hint("ask less");
    return trainer_.step();
  }
  Result<Evaluation> evaluate() override { return trainer_.evaluate(); }
  Result<SplatImage> render_view(std::size_t view) override { return trainer_.render_view(view); }
  std::span<const TrainingView> views() const override { return trainer_.views(); }
  uint64_t iteration() const override { return trainer_.iteration(); }
  std::size_t gaussians() const override { return trainer_.gaussians(); }
  std::size_t memory_bytes() const override { return trainer_.memory_bytes(); }
  Result<TrainingState> copy_state() override { return trainer_.copy_state(); }
  Result<void> set_state(TrainingState state) override { return trainer_.set_state(std::move(state)); }

 private:
  Trainer trainer_;
  uint64_t steps_;
};

// Trains 60 iterations with an engine that fails after `steps`.
Result<TrainingReport> train_until_failure(uint64_t steps, const fs::path& output) {
  NoProgress quiet;
  const TrainingOptions options = quick_options(60);
  FailingEngine engine(Trainer::create(synthetic_scene(), options).value(), steps);
  return train(engine, options, {.output = output}, quiet);
}

// The state before the failed step is saved, and a resume gives the result of an uninterrupted run.
TEST(Training, AFailedStepLosesNoOtherStep) {
  const TemporaryFolder folder;
  const TrainingOptions options = quick_options(60);
  const auto failed = train_until_failure(47, folder / "out");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::device_out_of_memory);
  EXPECT_NE(failed.error().hint.find("ask less"), std::string::npos) << failed.error().hint;
  EXPECT_NE(failed.error().hint.find("iteration 47 is saved"), std::string::npos) << failed.error().hint;
  const TrainingReport rest = train_in(folder / "out", options, true).value();
  EXPECT_EQ(rest.resumed_from, 47u);
  const TrainingReport whole = train_in(folder / "whole", options, false).value();
  EXPECT_EQ(file_bytes(whole.checkpoint / "point_cloud.ply"), file_bytes(rest.checkpoint / "point_cloud.ply"));
}

TEST(Training, AFailureInTheFirstStepSavesNothing) {
  const TemporaryFolder folder;
  const auto failed = train_until_failure(0, folder / "out");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().hint, "ask less");
  EXPECT_TRUE(saved_iterations(folder / "out" / "checkpoints").empty());
}

}  // namespace
}  // namespace gs::splat::train
