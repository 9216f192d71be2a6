// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Options chosen by held-out training images, and the best checkpoint.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "gs/core/file.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/splat/train/cross_validation/best_checkpoint.h"
#include "gs/splat/train/cross_validation/choose_refinements.h"
#include "gs/splat/train/cross_validation/validation_views.h"
#include "gs/splat/train/testing/test_scene.h"
#include "gs/splat/train/trainer.h"
#include "gs/splat/train/training_run.h"

namespace gs::splat::train {
namespace {

// A drive of `frames` frames of two cameras without pixels; every eighth frame is held out.
TrainingData drive_of(std::size_t frames) {
  TrainingData data;
  for (const char* camera : {"left", "right"}) {
    for (std::size_t k = 0; k < frames; ++k) {
      TrainingView view{.name = format("{}/{:04d}", camera, k), .camera = {.width = 8, .height = 4, .fx = 8, .fy = 8}};
      view.rgb8.assign(8 * 4 * 3, 100);
      view.held_out = k % 8 == 4;
      view.timestamp_s = 0.1 * static_cast<double>(k);
      data.views.push_back(std::move(view));
    }
  }
  return data;
}

TEST(ValidationViews, TrialsUseWholeTrainingFramesOfTheMiddle) {
  const TrainingData data = drive_of(80), trial = trial_data(data, 640);
  EXPECT_LE(trial.views.size(), kMostTrialViews);
  EXPECT_GE(trial.views.size(), kMostTrialViews - 2);
  std::map<std::string, std::vector<bool>> held_out;
  for (const TrainingView& view : trial.views) {
    const std::string frame(frame_of(view));
    EXPECT_NE(std::stoi(frame) % 8, 4) << "a held-out frame takes part";
    EXPECT_GT(std::stoi(frame), 15);
    EXPECT_LT(std::stoi(frame), 65);
    held_out[frame].push_back(view.held_out);
  }
  std::size_t judges = 0;
  for (const auto& [frame, cameras] : held_out) {
    ASSERT_EQ(cameras.size(), 2u) << frame;
    EXPECT_EQ(cameras[0], cameras[1]) << frame;
    judges += cameras[0];
  }
  EXPECT_EQ(judges, held_out.size() / 4);
  EXPECT_TRUE(trial_data(drive_of(12), 640).views.empty());  // ten training frames
  EXPECT_FALSE(trial_data(drive_of(15), 640).views.empty());
  EXPECT_EQ(trial_data(drive_of(15), 4).views[0].camera.width, 4);
}

TEST(ValidationViews, EverySecondHeldOutFrameChoosesTheCheckpoint) {
  const TrainingData data = drive_of(32);  // held out: 4, 12, 20, 28
  const std::vector<bool> selects = selection_views(data.views);
  for (std::size_t i = 0; i < data.views.size(); ++i) {
    const int frame = std::stoi(std::string(frame_of(data.views[i])));
    EXPECT_EQ(selects[i], frame == 4 || frame == 20) << data.views[i].name;
  }
  TrainingData none = data;
  for (TrainingView& view : none.views) view.held_out = false;
  EXPECT_EQ(selection_views(none.views), std::vector<bool>(none.views.size(), true));
}

TEST(PairedGain, IsTheMeanDifferenceWithItsStandardError) {
  const PairedGain gain = paired_gain(std::vector<double>{20, 30, 25, 28}, std::vector<double>{21, 30, 26, 28});
  EXPECT_DOUBLE_EQ(gain.mean_db, 0.5);
  EXPECT_NEAR(gain.error_db, std::sqrt(1.0 / 3 / 4), 1e-12);  // variance 1/3, four pairs
  EXPECT_EQ(paired_gain(std::vector<double>{20}, std::vector<double>{30}).error_db,
            std::numeric_limits<double>::infinity());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_LT(paired_gain(std::vector<double>{20, 20}, std::vector<double>{30, nan}).mean_db, -40);
}

// Quality of four validation views in a world where each refinement changes it by a known amount.
Trial planted(double exposure_db, double pose_db, double vignetting_db, int& calls) {
  return [=, &calls](const Refinements& by) -> Result<std::vector<double>> {
    ++calls;
    const double gain = (by.exposure ? exposure_db : 0) + (by.pose ? pose_db : 0) + (by.vignetting ? vignetting_db : 0);
    return std::vector<double>{25 + gain, 26 + 0.9 * gain, 24 + 1.1 * gain, 25 + gain};
  };
}

TEST(ChooseRefinements, KeepsWhatHelpsAndNothingElse) {
  int calls = 0;
  const auto chosen = [&](double exposure, double pose, double vignetting) {
    return choose_by_trials({}, planted(exposure, pose, vignetting, calls)).value().refinements;
  };
  EXPECT_EQ(chosen(0.5, 1, 0.1), (Refinements{.pose = true, .exposure = true, .vignetting = true}));
  EXPECT_EQ(chosen(-0.5, -1, -0.2), (Refinements{.pose = false, .exposure = false, .vignetting = false}));
  EXPECT_EQ(chosen(0.04, 0.04, 0.04), Refinements{});  // less than the least gain: as without a choice
  EXPECT_EQ(chosen(-0.5, 1, 0), (Refinements{.pose = true, .exposure = false, .vignetting = true}));
  EXPECT_EQ(calls, 4 * 4);
}

TEST(ChooseRefinements, AGainWithinItsErrorIsNone) {
  const auto noisy = [](const Refinements& by) -> Result<std::vector<double>> {
    return by.exposure ? std::vector<double>{26, 24.5, 27, 24} : std::vector<double>{25, 25, 25, 25};
  };
  const RefinementChoice choice = choose_by_trials({}, noisy).value();
  EXPECT_FALSE(choice.refinements.exposure);
  EXPECT_GT(choice.trials[1].gain_db, kLeastGainDb);
  EXPECT_LT(choice.trials[1].gain_db, choice.trials[1].error_db);
}

TEST(ChooseRefinements, GivenOptionsMeanWhatTheySay) {
  int calls = 0;
  const RefinementOptions given{.refine_pose = false, .refine_exposure = true, .refine_vignetting = false};
  TrainingOptions options;
  options.optimization = given;
  const EngineMaker never = [](TrainingData, const TrainingOptions&) -> Result<std::unique_ptr<TrainingEngine>> {
    return fail(ErrorCode::internal, "no engine is needed");
  };
  NoProgress quiet;
  const RefinementChoice all = choose_refinements(drive_of(80), options, never, quiet).value();
  EXPECT_EQ(all.refinements, (Refinements{.pose = false, .exposure = true, .vignetting = false}));
  EXPECT_TRUE(all.trials.empty());
  // Only what is unset is tried.
  const RefinementOptions some{.refine_pose = false, .refine_vignetting = true};
  EXPECT_EQ(choose_by_trials(some, planted(1, 1, -1, calls)).value().refinements,
            (Refinements{.pose = false, .exposure = true, .vignetting = true}));
  EXPECT_EQ(calls, 2);
  // Short runs and short drives are not tried.
  options.optimization = {};
  options.training.iterations = kLeastTrialIterations - 1;
  EXPECT_TRUE(choose_refinements(drive_of(80), options, never, quiet).value().trials.empty());
  options.training.iterations = 30'000;
  EXPECT_TRUE(choose_refinements(drive_of(8), options, never, quiet).value().trials.empty());
  EXPECT_FALSE(choose_refinements(drive_of(80), options, never, quiet));
}

// Small synthetic scene seen from 16 positions; with `flicker`, successive pairs of images differ in exposure.
TrainingData planted_scene(double flicker) {
  TrainingData data = testing::synthetic_scene(16);
  for (std::size_t v = 0; v < data.views.size(); ++v) {
    TrainingView& view = data.views[v];
    view.held_out = false;
    view.name = format("front/{:03d}", v);
    const double gain = (v / 4) % 2 == 0 ? 1.0 : 1.0 - flicker;
    for (uint8_t& byte : view.rgb8) byte = static_cast<uint8_t>(gain * byte);
  }
  return data;
}

// Trains short trials on the CPU.
RefinementChoice chosen_for(const TrainingData& data) {
  TrainingOptions options = testing::quick_options(kLeastTrialIterations);
  options.optimization.refine_vignetting = true;
  NoProgress quiet;
  const EngineMaker make_engine = [](TrainingData own,
                                     TrainingOptions trial) -> Result<std::unique_ptr<TrainingEngine>> {
    GS_TRY(Trainer trainer, Trainer::create(std::move(own), trial));
    return std::unique_ptr<TrainingEngine>(std::make_unique<Trainer>(std::move(trainer)));
  };
  return choose_refinements(data, options, make_engine, quiet).value();
}

// Exposure that changes between the images is found and refined; without such changes a refinement that only follows
// the noise of single images is left out.
TEST(ChooseRefinements, FollowsWhatTheImagesNeed) {
  EXPECT_TRUE(chosen_for(planted_scene(0.35)).refinements.exposure);
  const RefinementChoice steady = chosen_for(planted_scene(0));
  for (const RefinementTrial& trial : steady.trials) {
    EXPECT_EQ(trial.kept, &trial == &steady.trials[0] || trial.gain_db > std::max(kLeastGainDb, trial.error_db));
  }
}

// One line per checkpoint: PSNR over all evaluated views and over those that choose.
IterationReport line(uint64_t iteration, double selection_db) {
  return {.iteration = iteration, .psnr_db = 20, .selection_psnr_db = selection_db};
}

TEST(BestCheckpoint, IsTheLastUnlessAnEarlierOneIsClearlyBetter) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto chosen = [](std::vector<IterationReport> lines) {
    const IterationReport* best = best_checkpoint(lines);
    return best == nullptr ? 0u : best->iteration;
  };
  EXPECT_EQ(chosen({}), 0u);
  EXPECT_EQ(chosen({line(7, 25), line(15, 26), line(30, 27)}), 30u);
  EXPECT_EQ(chosen({line(7, 25), line(15, 27.04), line(30, 27)}), 30u);
  EXPECT_EQ(chosen({line(7, 25), line(15, 27.06), line(30, 27)}), 15u);
  EXPECT_EQ(chosen({line(7, 29), line(15, 27.06), line(30, 27)}), 7u);
  EXPECT_EQ(chosen({line(7, 25), line(15, 26), line(30, nan)}), 15u);
  EXPECT_EQ(chosen({line(7, nan)}), 0u);
}

// An engine whose quality falls after 20 steps.
class MeltingEngine final : public TrainingEngine {
 public:
  explicit MeltingEngine(Trainer trainer) : trainer_(std::move(trainer)) {}
  std::string name() const override { return "melting"; }
  Result<StepReport> step() override { return trainer_.step(); }
  Result<Evaluation> evaluate() override {
    GS_TRY(Evaluation out, trainer_.evaluate());
    out.selection_psnr_db = out.psnr_db = trainer_.iteration() <= 20 ? 30 : 20;
    return out;
  }
  Result<SplatImage> render_view(std::size_t view) override { return trainer_.render_view(view); }
  std::span<const TrainingView> views() const override { return trainer_.views(); }
  uint64_t iteration() const override { return trainer_.iteration(); }
  std::size_t gaussians() const override { return trainer_.gaussians(); }
  std::size_t memory_bytes() const override { return trainer_.memory_bytes(); }
  Result<TrainingState> copy_state() override { return trainer_.copy_state(); }
  Result<void> set_state(TrainingState state) override { return trainer_.set_state(std::move(state)); }

 private:
  Trainer trainer_;
};

TEST(BestCheckpoint, ARunThatBecomesWorseEndsAtItsBestCheckpoint) {
  const TemporaryFolder folder;
  const TrainingOptions options = testing::quick_options(40);
  MeltingEngine engine(Trainer::create(testing::synthetic_scene(), options).value());
  NoProgress quiet;
  const TrainingReport report = train(engine, options, {.output = folder / "out"}, quiet).value();
  EXPECT_EQ(report.best_iteration, 20u);
  EXPECT_EQ(report.checkpoint, folder / "out" / "checkpoints" / "iteration_20");
  EXPECT_EQ(engine.iteration(), 20u);
  EXPECT_NE(read_text_file(folder / "out" / "training_report.json").value().find("\"best_iteration\": 20"),
            std::string::npos);
  EXPECT_NE(read_text_file(folder / "out" / "training_log.txt").value().find("iteration 20 is chosen"),
            std::string::npos);
}

// A resumed run keeps the choice that its report names.
TEST(ChooseRefinements, AResumedRunKeepsItsChoice) {
  const TemporaryFolder folder;
  TrainingOptions options = testing::quick_options(20);
  options.optimization = {.refine_pose = true, .refine_exposure = false, .refine_vignetting = false};
  NoProgress quiet;
  const TrainingRun run{.output = folder / "out", .resume = true};
  ASSERT_TRUE(train(testing::synthetic_scene(), options, run, quiet));
  options.optimization = {};
  EXPECT_EQ(refinements_of_report(folder / "out" / "training_report.json"), (Refinements{true, false, false}));
  EXPECT_EQ(train(testing::synthetic_scene(), options, run, quiet).value().resumed_from, 20u);
  ASSERT_TRUE(write_file(folder / "bad.json", "{\"config\": {\"options\": {\"optimization.refine_pose\": 1}}}"));
  EXPECT_FALSE(refinements_of_report(folder / "bad.json"));
  EXPECT_FALSE(refinements_of_report(folder / "absent.json"));
}

}  // namespace
}  // namespace gs::splat::train
