// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/trainer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gs/core/file.h"
#include "gs/core/parallel.h"
#include "gs/splat/factory.h"
#include "gs/splat/model/test_cloud.h"
#include "gs/splat/testing.h"
#include "gs/splat/train/run.h"

namespace gs {
namespace {

using testing_support::file_bytes;
using testing_support::same_bits;

constexpr int kViews = 8;

// A known cloud seen from eight places on an arc; the points to start from are its centres, pushed around.
TrainingData synthetic_scene() {
  GaussianCloud truth = testing::random_cloud(300, 0, 3, -1.6);
  TrainingData data;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    truth.view().opacity_logit[i] = 3;
    Random random(8, purpose("trainer_test"), i);
    const auto u = [&] { return static_cast<float>(random.uniform(-0.05, 0.05)); };
    data.points.push_back({truth.view().position_of(i) + Vec3f{u(), u(), u()}, 128, 128, 128});
  }
  auto rasterizer = make_rasterizer(Backend::cpu).value();
  EXPECT_TRUE(rasterizer->upload(std::move(truth)));
  for (int k = 0; k < kViews; ++k) {
    RenderView view = testing::simple_view(64, 48, 50);
    const double angle = 0.06 * (k - 3.5);
    view.map_from_camera = {Quaterniond::from_axis_angle({0, 1, 0}, -angle), {4 * std::sin(angle), 0.05 * k, -0.5}};
    auto images = rasterizer->render({&view, 1}, {}).value();
    data.views.push_back({.name = std::to_string(k),
                          .camera = view.camera,
                          .map_from_camera = view.map_from_camera,
                          .rgb8 = images[0].rgb8,
                          .held_out = k == 3});
  }
  return data;
}

TrainingOptions quick_options(int64_t iterations) {
  TrainingOptions options;
  options.model.sh_degree = 1;
  options.training.iterations = iterations;
  options.training.max_gaussians = 700;
  options.training.densify = {.start_iter = 40, .end_iter = iterations * 2 / 3, .interval = 20};
  options.output.save_iterations = {iterations / 2};
  return options;
}

GaussianCloud trained(int threads, int64_t iterations) {
  const ScopedThreadCount scope(threads);
  Trainer trainer = Trainer::create(synthetic_scene(), quick_options(iterations)).value();
  while (trainer.iteration() < static_cast<uint64_t>(iterations)) EXPECT_TRUE(trainer.step());
  return copy_of(trainer.state().cloud.view()).value();
}

TEST(Trainer, HeldOutQualityRisesAndTheLossFalls) {
  Trainer trainer = Trainer::create(synthetic_scene(), quick_options(400)).value();
  const Evaluation before = trainer.evaluate().value();
  EXPECT_TRUE(before.held_out);
  EXPECT_EQ(before.views, 1u);
  double first = 0, last = 0;
  for (int i = 0; i < 400; ++i) {
    const StepReport step = trainer.step().value();
    (i < 50 ? first : last) += i < 50 || i >= 350 ? step.loss.total : 0;
  }
  const Evaluation after = trainer.evaluate().value();
  EXPECT_GT(after.psnr_db, before.psnr_db + 5) << before.psnr_db << " -> " << after.psnr_db;
  EXPECT_GT(after.ssim, before.ssim);
  EXPECT_LT(last, 0.6 * first);
  EXPECT_GT(trainer.state().cloud.size(), 300u);
  EXPECT_LE(trainer.state().cloud.size(), 700u);
  ::testing::Test::RecordProperty("psnr_before", std::to_string(before.psnr_db));
  ::testing::Test::RecordProperty("psnr_after", std::to_string(after.psnr_db));
}

TEST(Trainer, SameBytesWhateverTheNumberOfThreads) { EXPECT_TRUE(same_bits(trained(1, 80), trained(2, 80))); }

class StopAt final : public Progress {
 public:
  explicit StopAt(uint64_t iteration) : iteration_(iteration) {}
  void begin(std::string_view, uint64_t, std::string_view) override {}
  void advance(uint64_t done) override { done_ = done; }
  void note(std::string_view) override {}
  void finish() override {}
  bool stop_requested() const override { return done_ >= iteration_; }

 private:
  uint64_t iteration_, done_ = 0;
};

TEST(Training, AResumedRunEqualsAnUninterruptedOne) {
  const TemporaryFolder folder;
  const TrainingOptions options = quick_options(100);
  NoProgress quiet;
  const TrainingReport whole = train(synthetic_scene(), options, {.output = folder / "whole"}, quiet).value();
  EXPECT_EQ(whole.iterations.size(), 2u);
  EXPECT_EQ(whole.checkpoint, folder / "whole" / "checkpoints" / "iteration_100");

  StopAt stop(63);
  const TrainingRun parts{.output = folder / "parts", .resume = true};
  EXPECT_EQ(train(synthetic_scene(), options, parts, stop).error().code, ErrorCode::interrupted);
  ASSERT_TRUE(fs::exists(folder / "parts" / "checkpoints" / "iteration_63"));
  const TrainingReport rest = train(synthetic_scene(), options, parts, quiet).value();
  EXPECT_EQ(rest.resumed_from, 63u);
  EXPECT_EQ(file_bytes(whole.checkpoint / "point_cloud.ply"), file_bytes(rest.checkpoint / "point_cloud.ply"));
  const Checkpoint a = load_checkpoint(whole.checkpoint / "state.gstc").value();
  const Checkpoint b = load_checkpoint(rest.checkpoint / "state.gstc").value();
  EXPECT_TRUE(same_bits(a.state.cloud, b.state.cloud));
  EXPECT_TRUE(same_bits(a.state.adam.second, b.state.adam.second));
  EXPECT_EQ(a.reports.back().psnr_db, b.reports.back().psnr_db);

  // A damaged checkpoint is passed over for the one before.
  fs::resize_file(rest.checkpoint / "state.gstc", 100);
  EXPECT_EQ(train(synthetic_scene(), options, parts, quiet).value().resumed_from, 63u);
  const std::string report = read_text_file(folder / "parts" / "training_report.json").value();
  EXPECT_NE(report.find("\"best_iteration\": "), std::string::npos);
  EXPECT_NE(report.find("\"iteration\": 50"), std::string::npos);
  const std::string log = read_text_file(folder / "parts" / "training_log.txt").value();
  EXPECT_NE(log.find("iteration 50: psnr"), std::string::npos);
  EXPECT_NE(log.find("resumed from iteration 63"), std::string::npos);
  EXPECT_NE(log.find("passed over"), std::string::npos);
}

TEST(Checkpoint, DamageIsFound) {
  const TemporaryFolder folder;
  Checkpoint checkpoint{.options_json = "{}", .training_time_s = 2, .reports = {{7, 20, 0.5, 0.1, 3}}};
  checkpoint.state.cloud = testing_support::random_cloud(3, 1);
  checkpoint.state.adam = make_adam_state(3, 1).value();
  checkpoint.state.iteration = 7;
  ASSERT_TRUE(save_checkpoint(folder / "x", checkpoint));
  const std::vector<std::byte> bytes = file_bytes(folder / "x");
  const Checkpoint back = parse_checkpoint(bytes).value();
  EXPECT_TRUE(same_bits(back.state.cloud, checkpoint.state.cloud));
  EXPECT_EQ(back.reports, checkpoint.reports);
  EXPECT_EQ(back.state.iteration, 7u);
  testing_support::for_each_damage(bytes, [](Bytes damaged) { EXPECT_FALSE(parse_checkpoint(damaged)); });
}

TEST(TrainingData, BadInputIsNamed) {
  const TrainingOptions options = quick_options(10);
  const auto error_of = [&](auto spoil) {
    TrainingData data = synthetic_scene();
    spoil(data);
    return Trainer::create(std::move(data), options).error();
  };
  const Error pose = error_of([](TrainingData& d) { d.views[5].map_from_camera.translation.x = std::nan(""); });
  EXPECT_NE(pose.message.find("view 5"), std::string::npos) << pose.message;
  EXPECT_EQ(error_of([](TrainingData& d) { d.views[1].rgb8.pop_back(); }).code, ErrorCode::invalid_data);
  EXPECT_EQ(error_of([](TrainingData& d) { d.views[1].mask.resize(5); }).code, ErrorCode::invalid_data);
  EXPECT_EQ(error_of([](TrainingData& d) { d.views.clear(); }).code, ErrorCode::invalid_data);
  EXPECT_EQ(error_of([](TrainingData& d) { d.points.clear(); }).code, ErrorCode::invalid_data);
}

TEST(Trainer, OneImageAMaskOfEverythingAndOtherSizesDoNoHarm) {
  TrainingData data = synthetic_scene();
  data.views.resize(2);
  data.views[0].mask.assign(64 * 48, 0);
  data.views[1] = scaled_down(std::move(data.views[1]), 0.5, 0);
  Trainer trainer = Trainer::create(std::move(data), quick_options(60)).value();
  for (int i = 0; i < 60; ++i) EXPECT_TRUE(trainer.step());
  const Evaluation quality = trainer.evaluate().value();
  EXPECT_FALSE(quality.held_out);
  EXPECT_EQ(quality.views, 1u);
  for (const float value : trainer.state().cloud.block()) EXPECT_TRUE(std::isfinite(value));
}

TEST(TrainingData, ScalingDownIsTheMeanOfTheArea) {
  TrainingView view{.camera = {.width = 6, .height = 4, .fx = 5, .fy = 5, .cx = 2.5, .cy = 1.5}};
  for (int i = 0; i < 6 * 4; ++i) {
    for (int c = 0; c < 3; ++c) view.rgb8.push_back(static_cast<uint8_t>(10 * (i % 6) + c));
    view.mask.push_back(i == 9 ? 0 : 255);
  }
  const TrainingView small = scaled_down(view, 1.0, 3);
  EXPECT_EQ(small.camera.width, 3);
  EXPECT_EQ(small.camera.height, 2);
  EXPECT_EQ(small.rgb8[0], 5);
  EXPECT_EQ(small.rgb8[3 * 1 + 2], 27);
  EXPECT_EQ(small.mask, (std::vector<uint8_t>{255, 0, 255, 255, 255, 255}));
  EXPECT_EQ(scaled_down(view, 1.0, 0).rgb8, view.rgb8);
}

TEST(TrainingOptions, PresetLimitsForACpuKeepProportions) {
  const TrainingOptions cpu = resolve_preset({});
  EXPECT_EQ(cpu.training.iterations, 6000);
  EXPECT_EQ(cpu.training.max_image_side, 640);
  EXPECT_EQ(cpu.model.sh_degree, 1);
  EXPECT_EQ(cpu.training.max_gaussians, 200'000u);
  EXPECT_EQ(cpu.output.save_iterations, (std::vector<int64_t>{1400, 3000, 6000}));
  EXPECT_EQ(cpu.training.densify.end_iter, 3000);
  TrainingOptions full;
  full.training.preset = "full";
  EXPECT_EQ(resolve_preset(full).training.iterations, 30000);
  EXPECT_NE(to_json(full).find("\"training.learning_rate.position\": 0.00016"), std::string::npos) << to_json(full);
}

}  // namespace
}  // namespace gs
