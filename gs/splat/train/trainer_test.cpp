// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Whole training on small scenes: quality, equal bytes, corrections, checkpoints.
#include "gs/splat/train/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/core/file.h"
#include "gs/core/parallel.h"
#include "gs/splat/factory.h"
#include "gs/splat/model/testing/test_cloud.h"
#include "gs/splat/testing/reference_renderer.h"
#include "gs/splat/train/testing/test_scene.h"
#include "gs/splat/train/training_run.h"

namespace gs::splat::train {
namespace {

using splat::testing::file_bytes;
using splat::testing::same_bits;
using testing::quick_options;
using testing::scene_with_distances;
using testing::StopAt;
using testing::synthetic_scene;

// Cloud after `iterations` steps with this number of threads.
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

// All features enabled: seeds, sky, coarse steps, and all image corrections.
TrainingOptions full_options(int64_t iterations, const std::string& strategy) {
  TrainingOptions options = quick_options(iterations);
  options.training.strategy = strategy;
  options.training.densify.grad_threshold = 1e-5;
  options.training.sky_gaussians = 40;
  options.training.seed_share = 0.2;
  options.training.coarse_share = 0.4;
  options.optimization = {.refine_pose = true, .refine_exposure = true, .refine_vignetting = true};
  return options;
}

// Bit-identical for one and two threads with every feature enabled.
TEST(Trainer, EverythingOnIsStillTheSameBytes) {
  for (const char* strategy : {"mcmc", "adc"}) {
    const auto run = [&](int threads) {
      const ScopedThreadCount scope(threads);
      Trainer trainer = Trainer::create(scene_with_distances(), full_options(60, strategy)).value();
      for (int i = 0; i < 60; ++i) EXPECT_TRUE(trainer.step());
      return copy_of(trainer.state()).value();
    };
    const TrainingState a = run(1), b = run(2);
    EXPECT_TRUE(same_bits(a.cloud, b.cloud)) << strategy;
    EXPECT_EQ(a.corrections.values, b.corrections.values);
    EXPECT_EQ(a.lenses.values, b.lenses.values);
    EXPECT_NE(a.lenses.values[0], LensShading());
    EXPECT_NE(a.corrections.values[0], ViewCorrection());
    EXPECT_EQ(a.corrections.values[3], ViewCorrection());  // held out
  }
}

TEST(Trainer, ReportsEveryCameraAndTheDepth) {
  Trainer trainer = Trainer::create(scene_with_distances(), quick_options(200)).value();
  const Evaluation before = trainer.evaluate().value();
  for (int i = 0; i < 200; ++i) EXPECT_TRUE(trainer.step());
  const Evaluation after = trainer.evaluate().value();
  ASSERT_EQ(after.cameras.size(), 1u);
  EXPECT_EQ(after.cameras[0].camera, "camera_a");
  EXPECT_EQ(after.cameras[0].psnr_db, after.psnr_db);
  EXPECT_GT(after.depth_samples, 20u);
  EXPECT_GT(after.psnr_db, before.psnr_db + 3);
}

// The depth loss must reduce the depth error.
TEST(Trainer, DepthOfLidarIsLearned) {
  const auto error_with = [](double weight) {
    TrainingOptions options = quick_options(200);
    options.training.depth_weight = weight;
    Trainer trainer = Trainer::create(scene_with_distances(), options).value();
    for (int i = 0; i < 200; ++i) EXPECT_TRUE(trainer.step());
    return trainer.evaluate().value().median_depth_error_m;
  };
  EXPECT_LT(error_with(0.5), 0.9 * error_with(0));
}

// Some images are darkened by 25 %; exposure refinement must raise the quality, also of a held-out view.
TEST(Trainer, RefinedExposureExplainsDarkImages) {
  const auto quality_with = [](bool refine) {
    TrainingData data = synthetic_scene();
    for (std::size_t v = 0; v < data.views.size(); ++v) {
      const double gain = v < 5 ? 0.75 : 1.0;  // the held-out view and its neighbours are dark
      for (uint8_t& byte : data.views[v].rgb8) byte = static_cast<uint8_t>(gain * byte);
      data.views[v].name = "camera_a/" + std::to_string(v);
    }
    TrainingOptions options = quick_options(300);
    options.optimization.refine_exposure = refine;
    Trainer trainer = Trainer::create(std::move(data), options).value();
    for (int i = 0; i < 300; ++i) EXPECT_TRUE(trainer.step());
    return trainer.evaluate().value().psnr_db;
  };
  EXPECT_GT(quality_with(true), quality_with(false));
}

// Corners are darkened; the learned coefficients must have the right sign and size.
TEST(Trainer, RefinedVignettingExplainsDarkCorners) {
  const auto trained_with = [](bool refine) {
    TrainingData data = synthetic_scene();
    for (TrainingView& view : data.views) {
      const LensFrame frame = lens_frame(view.camera);
      for (std::size_t i = 0; i < view.rgb8.size(); ++i) {
        const auto pixel = static_cast<int>(i / 3);
        const LensTerms terms = lens_terms(frame, pixel % view.camera.width, pixel / view.camera.width);
        view.rgb8[i] = static_cast<uint8_t>((1 - 0.3f * (terms.x2 + terms.y2)) * static_cast<float>(view.rgb8[i]));
      }
    }
    TrainingOptions options = quick_options(400);
    options.optimization.refine_vignetting = refine;
    Trainer trainer = Trainer::create(std::move(data), options).value();
    for (int i = 0; i < 400; ++i) EXPECT_TRUE(trainer.step());
    return trainer;
  };
  Trainer with = trained_with(true), without = trained_with(false);
  EXPECT_GT(with.evaluate().value().psnr_db, without.evaluate().value().psnr_db);
  ASSERT_EQ(with.state().lenses.values.size(), 1u);
  const LensShading found = with.state().lenses.values[0];
  EXPECT_LT(found.terms[0] + found.terms[1] + 2 * found.terms[2], -0.15f);  // a and b are -0.3, c is 0
  EXPECT_TRUE(without.state().lenses.values.empty());
}

// One pose is wrong by 2 cm and 0.6 degrees; refinement must reduce the error.
TEST(Trainer, RefinedPosesApproachTheTruth) {
  TrainingData data = synthetic_scene();
  const Rigid3d truth = data.views[5].map_from_camera;
  const Rigid3d wrong = truth * Rigid3d{Quaterniond::from_axis_angle({0, 1, 0}, 0.01), {0.02, 0, 0}};
  data.views[5].map_from_camera = wrong;
  TrainingOptions options = quick_options(400);
  options.optimization.refine_pose = true;
  Trainer trainer = Trainer::create(std::move(data), options).value();
  for (int i = 0; i < 400; ++i) EXPECT_TRUE(trainer.step());
  const Rigid3d found = corrected_pose(trainer.state().corrections.values[5], wrong);
  // Rotation and translation are hard to distinguish for near objects, so compare where the scene's centre appears.
  const Vec3d middle{0, 0, 4};
  const auto away = [&](const Rigid3d& pose) { return norm(pose.inverse() * middle - truth.inverse() * middle); };
  EXPECT_LT(away(found), 0.7 * away(wrong)) << away(wrong) << " -> " << away(found);
}

TEST(Trainer, WithoutPointsItStartsFromTheImages) {
  TrainingData data = synthetic_scene();
  data.points.clear();
  TrainingOptions options = quick_options(150);
  Trainer trainer = Trainer::create(std::move(data), options).value();
  EXPECT_GT(trainer.state().cloud.size(), 50u);
  const double before = trainer.evaluate().value().psnr_db;
  for (int i = 0; i < 150; ++i) EXPECT_TRUE(trainer.step());
  EXPECT_GT(trainer.evaluate().value().psnr_db, before);
}

TEST(Trainer, WrongPosesGiveABadFigureAndNoCrash) {
  TrainingData data = synthetic_scene();
  for (std::size_t v = 0; v < data.views.size(); ++v) {
    data.views[v].map_from_camera.translation.z += 1e4 * static_cast<double>(v);
  }
  Trainer trainer = Trainer::create(std::move(data), quick_options(30)).value();
  for (int i = 0; i < 30; ++i) EXPECT_TRUE(trainer.step());
  EXPECT_TRUE(std::isfinite(trainer.evaluate().value().psnr_db));
}

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

  // A damaged checkpoint is skipped for the one before.
  fs::resize_file(rest.checkpoint / "state.gstc", 100);
  EXPECT_EQ(train(synthetic_scene(), options, parts, quiet).value().resumed_from, 63u);
  const std::string report = read_text_file(folder / "parts" / "training_report.json").value();
  EXPECT_NE(report.find("\"best_iteration\": "), std::string::npos);
  EXPECT_NE(report.find("\"iteration\": 50"), std::string::npos);
  const std::string log = read_text_file(folder / "parts" / "training_log.txt").value();
  EXPECT_NE(log.find("iteration 50: psnr"), std::string::npos);
  EXPECT_NE(log.find("resumed from iteration 63"), std::string::npos);
  EXPECT_NE(log.find("skipped a damaged checkpoint"), std::string::npos);
}

TEST(Training, WritesOnlyIntoItsOwnFolder) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "mine" / "checkpoints" / "iteration_10");
  ASSERT_TRUE(write_file(folder / "mine" / "checkpoints" / "iteration_10" / "notes.txt", "x"));
  NoProgress quiet;
  const auto refused = train(synthetic_scene(), quick_options(10), {.output = folder / "mine"}, quiet);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::already_exists);
  EXPECT_TRUE(fs::exists(folder / "mine" / "checkpoints" / "iteration_10" / "notes.txt"));
  // A checkpoint folder outside the output is not replaced either.
  TrainingOptions outside = quick_options(10);
  outside.output.checkpoint_dir = (folder / "mine" / "checkpoints").string();
  EXPECT_FALSE(train(synthetic_scene(), outside, {.output = folder / "own"}, quiet));
  EXPECT_TRUE(fs::exists(folder / "mine" / "checkpoints" / "iteration_10" / "notes.txt"));
  EXPECT_TRUE(train(synthetic_scene(), quick_options(10), {.output = folder / "own"}, quiet));
}

// Stop between two refinements, with density statistics and corrections in the state.
TEST(Training, ResumesCorrectionsAndStatistics) {
  for (const char* strategy : {"mcmc", "adc"}) {
    const TemporaryFolder folder;
    const TrainingOptions options = full_options(60, strategy);
    NoProgress quiet;
    const TrainingReport whole = train(scene_with_distances(), options, {.output = folder / "whole"}, quiet).value();
    StopAt stop(47);  // between two refinements
    const TrainingRun parts{.output = folder / "parts", .resume = true};
    EXPECT_EQ(train(scene_with_distances(), options, parts, stop).error().code, ErrorCode::interrupted);
    const TrainingReport rest = train(scene_with_distances(), options, parts, quiet).value();
    EXPECT_EQ(rest.resumed_from, 47u);
    EXPECT_EQ(file_bytes(whole.checkpoint / "point_cloud.ply"), file_bytes(rest.checkpoint / "point_cloud.ply"));
    const std::string metrics = read_text_file(folder / "whole" / "metrics.json").value();
    EXPECT_NE(metrics.find("\"camera_a\""), std::string::npos) << metrics;
    EXPECT_NE(metrics.find("median_error_m"), std::string::npos);
  }
}

TEST(Training, ShowsViewsAtCheckpointsAndInBetween) {
  const TemporaryFolder folder;
  std::vector<uint64_t> shown;
  NoProgress quiet;
  TrainingRun run{.output = folder / "out", .preview_interval = 20};
  run.on_comparison = [&](uint64_t iteration, std::span<const ViewComparison> views) -> Result<void> {
    shown.push_back(iteration);
    EXPECT_EQ(views.size(), 1u);  // one is held out
    EXPECT_EQ(views[0].rendered->rgb8.size(), views[0].view->rgb8.size());
    return {};
  };
  ASSERT_TRUE(train(synthetic_scene(), quick_options(50), run, quiet));
  EXPECT_EQ(shown, (std::vector<uint64_t>{20, 25, 40, 50}));
}

TEST(Training, AFullDiskLeavesThePreviousCheckpoint) {
  const TemporaryFolder folder;
  NoProgress quiet;
  const TrainingOptions options = quick_options(40);
  ASSERT_TRUE(train(synthetic_scene(), options, {.output = folder / "out"}, quiet));
  const fs::path kept = folder / "out" / "checkpoints" / "iteration_20" / "state.gstc";
  const auto before = file_bytes(kept);
  // Writing fails because a file has the name of the checkpoint folder.
  TrainingOptions other = options;
  other.output.checkpoint_dir = "checkpoints/iteration_20/state.gstc";
  EXPECT_FALSE(train(synthetic_scene(), other, {.output = folder / "out"}, quiet));
  EXPECT_EQ(file_bytes(kept), before);
  EXPECT_TRUE(load_checkpoint(kept));
}

// Round trip, then every truncation and every flipped bit.
TEST(Checkpoint, DamageIsFound) {
  const TemporaryFolder folder;
  Checkpoint checkpoint{.options_json = "{}", .training_time_s = 2, .reports = {{7, 20, 0.5, 0.1, 3}}};
  checkpoint.state.cloud = splat::testing::random_cloud(3, 1);
  checkpoint.state.adam = make_adam_state(3, 1).value();
  checkpoint.state.iteration = 7;
  checkpoint.state.corrections = make_correction_state(2);
  checkpoint.state.corrections.values[1].bias[2] = 0.5f;
  checkpoint.state.lenses = make_lens_state(3);
  checkpoint.state.lenses.values[2].terms[1] = 0.25f;
  checkpoint.state.density = {{1, 2, 3}, {4, 5, 6}};
  ASSERT_TRUE(save_checkpoint(folder / "x", checkpoint));
  const std::vector<std::byte> bytes = file_bytes(folder / "x");
  const Checkpoint back = parse_checkpoint(bytes).value();
  EXPECT_TRUE(same_bits(back.state.cloud, checkpoint.state.cloud));
  EXPECT_EQ(back.reports, checkpoint.reports);
  EXPECT_EQ(back.state.iteration, 7u);
  EXPECT_EQ(back.state.corrections.values, checkpoint.state.corrections.values);
  EXPECT_EQ(back.state.lenses.values, checkpoint.state.lenses.values);
  EXPECT_EQ(back.state.density.count, checkpoint.state.density.count);
  splat::testing::for_each_damage(bytes, [](Bytes damaged) { EXPECT_FALSE(parse_checkpoint(damaged)); });
}

// Errors name the view.
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
  EXPECT_EQ(error_of([](TrainingData& d) { d.views[1].sky.resize(5); }).code, ErrorCode::invalid_data);
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
  view.sky.assign(24, 255), view.sky[0] = 0;
  view.depth = {{2.5f, 1.5f, 7}};
  const TrainingView small = scaled_down(view, 1.0, 3);
  EXPECT_EQ(small.sky, (std::vector<uint8_t>{0, 255, 255, 255, 255, 255}));
  EXPECT_EQ(small.depth[0].x, 1.0f);
  EXPECT_EQ(small.depth[0].y, 0.5f);
  EXPECT_EQ(small.depth[0].depth_m, 7.0f);
  EXPECT_EQ(small.camera.width, 3);
  EXPECT_EQ(small.camera.height, 2);
  EXPECT_EQ(small.rgb8[0], 5);
  EXPECT_EQ(small.rgb8[3 * 1 + 2], 27);
  EXPECT_EQ(small.mask, (std::vector<uint8_t>{255, 0, 255, 255, 255, 255}));
  EXPECT_EQ(scaled_down(view, 1.0, 0).rgb8, view.rgb8);
}

// Automatic weights are those of usual_penalties(); given ones are kept, in metres.
TEST(TrainingOptions, AutomaticPenaltiesAreRelativeToTheViewingDistance) {
  TrainingOptions options = quick_options(10);
  options.training.scale_regularization = 0.5;
  const TrainingPlan given = make_training_plan(synthetic_scene(), options).value();
  EXPECT_EQ(given.options.training.opacity_regularization, usual_penalties(given.distance_m).opacity);
  EXPECT_EQ(given.options.training.scale_regularization, 0.5);
  const TrainingPlan usual = make_training_plan(synthetic_scene(), quick_options(10)).value();
  EXPECT_EQ(usual.options.training.scale_regularization, usual_penalties(usual.distance_m).scale_per_m);
  EXPECT_DOUBLE_EQ(usual_penalties(10).scale_per_m, 0.002);
}

TEST(TrainingOptions, RatesSettleInTheEnd) {
  const TrainingPlan plan = make_training_plan(synthetic_scene(), quick_options(1000)).value();
  const LearningRateOptions& given = plan.options.training.learning_rate;
  const auto scale_rate = [&](uint64_t iteration) { return rates_of_step(plan, iteration).log_scale; };
  EXPECT_EQ(scale_rate(0), given.scaling);
  EXPECT_EQ(scale_rate(700), given.scaling);
  EXPECT_NEAR(scale_rate(850), given.scaling * std::sqrt(given.settle), 1e-12);
  EXPECT_NEAR(scale_rate(1000), given.scaling * given.settle, 1e-12);
  EXPECT_NEAR(rates_of_step(plan, 1000).position, 0.01 * given.position * plan.extent_m, 1e-12);
}

TEST(TrainingOptions, PresetLimitsForACpuKeepProportions) {
  const TrainingOptions cpu = resolve_preset({});
  EXPECT_EQ(cpu.training.iterations, 6000);
  EXPECT_EQ(cpu.training.max_image_side, 640);
  EXPECT_EQ(cpu.model.sh_degree, 1);
  EXPECT_EQ(cpu.training.max_gaussians, 200'000u);
  EXPECT_EQ(cpu.output.save_iterations, (std::vector<int64_t>{1400, 3000, 6000}));
  EXPECT_EQ(cpu.training.densify.end_iter, 5100);
  EXPECT_EQ(cpu.training.learning_rate.feature, 0.01);
  EXPECT_EQ(cpu.training.coarse_share, 0);
  TrainingOptions chosen;
  chosen.training.learning_rate.feature = 0.003;
  chosen.training.coarse_share = 0.5;
  EXPECT_EQ(resolve_preset(chosen).training.learning_rate.feature, 0.003);
  EXPECT_EQ(resolve_preset(chosen).training.coarse_share, 0.5);
  TrainingOptions full;
  full.training.preset = "full";
  EXPECT_EQ(resolve_preset(full).training.iterations, 30000);
  EXPECT_EQ(resolve_preset(full).training.densify.end_iter, 25500);
  full.training.strategy = "adc";
  EXPECT_EQ(resolve_preset(full).training.densify.end_iter, 15000);
  EXPECT_EQ(resolve_preset(full).output.save_iterations, (std::vector<int64_t>{7000, 15000, 30000}));
  EXPECT_NE(to_json(full).find("\"training.learning_rate.position\": 0.00016"), std::string::npos) << to_json(full);
}

// 6,000 iterations are the same run whether the preset or the user asks for them, and a run of any length relocates in
// the first 85 % of it.
TEST(TrainingOptions, DefaultsOfTheScheduleFollowTheLengthOfTheRunInEveryPreset) {
  for (const char* preset : {"auto", "cpu", "full"}) {
    for (const int64_t iterations : {20, 3000, 6000, 20'000, 30'000, 60'000}) {
      TrainingOptions given;
      given.training.preset = preset;
      given.training.iterations = iterations;
      const TrainingOptions used = resolve_preset(given);
      const int64_t n = preset == std::string("full") ? iterations : std::min<int64_t>(iterations, 6000);
      EXPECT_EQ(used.training.iterations, n) << preset;
      EXPECT_EQ(used.training.densify.end_iter, n * 17 / 20) << preset << " " << iterations;
      EXPECT_EQ(used.output.save_iterations, (std::vector<int64_t>{n * 7 / 30, n / 2, n})) << preset << iterations;
      EXPECT_EQ(to_json(resolve_preset(used)), to_json(used)) << preset << iterations;
    }
  }
}

TEST(TrainingOptions, AScheduleThatSomebodyChoseChangesOnlyWithThePreset) {
  TrainingOptions chosen;
  chosen.training.preset = "full";
  chosen.training.iterations = 3000;
  chosen.training.densify.end_iter = 2800;
  chosen.output.save_iterations = {100, 15000};
  EXPECT_EQ(resolve_preset(chosen).training.densify.end_iter, 2800);
  EXPECT_EQ(resolve_preset(chosen).output.save_iterations, (std::vector<int64_t>{100, 15000}));
  chosen.training.preset = "cpu";
  chosen.training.iterations = 12'000;
  EXPECT_EQ(resolve_preset(chosen).training.densify.end_iter, 1400);
  EXPECT_EQ(resolve_preset(chosen).output.save_iterations, (std::vector<int64_t>{50, 7500}));
  chosen.training.densify.end_iter = 15'000;  // in files that were written with the defaults of earlier versions
  chosen.training.iterations = 30'000;
  EXPECT_EQ(resolve_preset(chosen).training.densify.end_iter, 3000);
  chosen.training.densify.end_iter = 0;  // never
  EXPECT_EQ(resolve_preset(chosen).training.densify.end_iter, 0);
}

TEST(TrainingOptions, RefinementsThatAreUnsetAreNullInJson) {
  TrainingOptions options;
  EXPECT_NE(to_json(options).find("\"optimization.refine_pose\": null"), std::string::npos) << to_json(options);
  options.optimization.refine_pose = false;
  EXPECT_NE(to_json(options).find("\"optimization.refine_pose\": false"), std::string::npos);
  EXPECT_EQ(resolved_refinements({}), (Refinements{.pose = false, .exposure = false, .vignetting = true}));
  EXPECT_EQ(resolved_refinements(to_options({true, true, false})), (Refinements{true, true, false}));
}

TEST(TrainingOptions, NothingIsRefinedAfterTheLastStep) {
  TrainingOptions options = quick_options(100);
  options.training.densify = {.start_iter = 0, .end_iter = 1000, .interval = 10};
  const TrainingPlan plan = make_training_plan(synthetic_scene(), options).value();
  EXPECT_TRUE(refines_after(plan, 90));
  EXPECT_FALSE(refines_after(plan, 100));
  EXPECT_FALSE(refines_after(plan, 110));
}

TEST(TrainingOptions, WhatAPresetChangedIsListed) {
  TrainingOptions given;
  given.training.iterations = 20'000;
  given.training.max_gaussians = 100'000;
  const std::vector<ChangedOption> changes = options_changed(given, resolve_preset(given));
  const auto change_of = [&](std::string_view name) -> std::string {
    for (const ChangedOption& c : changes) {
      if (c.name == name) return c.given + " -> " + c.used;
    }
    return "none";
  };
  EXPECT_EQ(change_of("training.iterations"), "20000 -> 6000");
  EXPECT_EQ(change_of("output.save_iterations"), "7000,15000,30000 -> 1400,3000,6000");
  EXPECT_EQ(change_of("training.max_gaussians"), "none");
  EXPECT_TRUE(options_changed(given, given).empty());
}

}  // namespace
}  // namespace gs::splat::train
