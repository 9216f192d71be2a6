// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/cross_validation/choose_refinements.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "gs/core/json/json.h"
#include "gs/splat/train/cross_validation/validation_views.h"

namespace gs::splat::train {
namespace {

constexpr int64_t kLeastTrialSteps = 1000, kMostTrialSteps = 3000;
constexpr double kTrialShare = 0.04;  // steps of a trial / iterations of the run
constexpr uint64_t kTrialGaussians = 200'000;
constexpr double kFailedDb = 100;  // loss that a pair without a finite value counts as

// A refinement: its option and its place in Refinements.
struct Lever {
  std::optional<bool> RefinementOptions::*given;
  bool Refinements::*used;
};
constexpr std::array<Lever, 3> kLevers{{{&RefinementOptions::refine_exposure, &Refinements::exposure},
                                        {&RefinementOptions::refine_pose, &Refinements::pose},
                                        {&RefinementOptions::refine_vignetting, &Refinements::vignetting}}};

// True if the user has decided about every refinement, so that no trial is needed.
bool all_given(const RefinementOptions& options) {
  return std::all_of(kLevers.begin(), kLevers.end(), [&](const Lever& l) { return (options.*l.given).has_value(); });
}

// Trains `data` and returns the PSNR of each of its held-out views.
Result<std::vector<double>> run_trial(const TrainingData& data, const TrainingOptions& options,
                                      const EngineMaker& make_engine, Progress& progress) {
  GS_TRY(const auto engine, make_engine(data, options));
  const auto last = static_cast<uint64_t>(options.training.iterations);
  progress.begin("cross-validation", last, "it");
  while (engine->iteration() < last) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped during the cross-validation");
    GS_CHECK(engine->step());
    progress.advance(engine->iteration());
  }
  GS_TRY(const Evaluation quality, engine->evaluate());
  progress.finish();
  return quality.view_psnr_db;
}

}  // namespace

std::string to_text(const RefinementTrial& trial) {
  const Refinements& by = trial.refinements;
  std::string names;
  for (const auto& [on, name] :
       {std::pair{by.exposure, "exposure"}, std::pair{by.pose, "pose"}, std::pair{by.vignetting, "vignetting"}}) {
    if (on) names += format("{}{}", names.empty() ? "" : " + ", name);
  }
  if (names.empty()) names = "nothing";
  return format("cross-validation: {} refined: psnr {:.3f} dB, gain {:.3f} +- {:.3f} dB{}", names, trial.psnr_db,
                trial.gain_db, trial.error_db, trial.kept ? ", kept" : "");
}

std::optional<Refinements> refinements_of_report(const std::filesystem::path& report) {
  const auto json = read_json(report);
  if (!json) return std::nullopt;
  const Node& options = (*json)["config"]["options"];
  const auto flag = [&](const char* name) -> std::optional<bool> {
    const Node& value = options[name];
    return value.kind == Node::Kind::boolean ? std::optional(value.boolean) : std::nullopt;
  };
  const auto pose = flag("optimization.refine_pose"), exposure = flag("optimization.refine_exposure");
  const auto vignetting = flag("optimization.refine_vignetting");
  if (!pose || !exposure || !vignetting) return std::nullopt;
  return Refinements{*pose, *exposure, *vignetting};
}

PairedGain paired_gain(std::span<const double> before, std::span<const double> after) {
  const std::size_t count = std::min(before.size(), after.size());
  if (count == 0) return {0, std::numeric_limits<double>::infinity()};
  std::vector<double> gains(count);
  double mean = 0, squares = 0;
  for (std::size_t i = 0; i < count; ++i) {
    // A second value that is not finite is a failed training, a first one gives nothing to compare with.
    gains[i] = after[i] - before[i];
    if (!std::isfinite(gains[i])) gains[i] = std::isfinite(after[i]) ? 0 : -kFailedDb;
    mean += gains[i] / static_cast<double>(count);
  }
  for (const double gain : gains) squares += (gain - mean) * (gain - mean);
  const auto n = static_cast<double>(count);
  // Standard error of the mean of the paired differences: s / sqrt(n).
  return {mean, count < 2 ? std::numeric_limits<double>::infinity() : std::sqrt(squares / (n - 1) / n)};
}

Result<RefinementChoice> choose_by_trials(const RefinementOptions& options, const Trial& trial) {
  RefinementChoice out{.refinements = resolved_refinements(options)};
  // Mean PSNR; a value that is not finite counts as -kFailedDb.
  const auto mean = [](std::span<const double> values) {
    return paired_gain(std::vector<double>(values.size()), values).mean_db;
  };
  GS_TRY(std::vector<double> best, trial(out.refinements));
  out.trials.push_back({.refinements = out.refinements, .psnr_db = mean(best), .kept = true});
  // Coordinate search: each lever is tried once, flipped from the best setting so far.
  for (const Lever& lever : kLevers) {
    if ((options.*lever.given).has_value()) continue;
    Refinements other = out.refinements;
    other.*lever.used = !(other.*lever.used);
    GS_TRY(std::vector<double> quality, trial(other));
    const PairedGain gain = paired_gain(best, quality);
    const bool kept = gain.mean_db > std::max(kLeastGainDb, gain.error_db);
    out.trials.push_back({other, mean(quality), gain.mean_db, gain.error_db, kept});
    if (kept) out.refinements = other, best = std::move(quality);
  }
  return out;
}

TrainingOptions trial_options(const TrainingOptions& options) {
  TrainingOptions out = options;
  LoopOptions& loop = out.training;
  const auto steps = static_cast<int64_t>(kTrialShare * static_cast<double>(loop.iterations));
  loop.iterations = std::clamp(steps, kLeastTrialSteps, kMostTrialSteps);
  loop.preset = "cpu";
  // 0 switches densification off and stays; any other end is chosen anew for the shorter run.
  loop.densify.end_iter = loop.densify.end_iter == 0 ? 0 : -1;
  loop.densify.start_iter = std::min(loop.densify.start_iter, loop.iterations / 10);
  loop.max_gaussians = std::max<uint64_t>(1, std::min(loop.max_gaussians / 4, kTrialGaussians));
  loop.image_scale = 1, loop.max_image_side = 0;  // trial_data() has scaled the images
  return resolve_preset(std::move(out));
}

int trial_image_side(const TrainingData& data, const TrainingOptions& options) {
  constexpr double kLeast = 320, kMost = 640;
  int longest = 1;
  for (const TrainingView& view : data.views) longest = std::max({longest, view.camera.width, view.camera.height});
  double side = options.training.image_scale * longest;
  if (options.training.max_image_side > 0) side = std::min<double>(side, options.training.max_image_side);
  return static_cast<int>(std::min(side, std::clamp(side / 2, kLeast, kMost)));
}

Result<RefinementChoice> choose_refinements(const TrainingData& data, const TrainingOptions& options,
                                            const EngineMaker& make_engine, Progress& progress) {
  const RefinementChoice untried{.refinements = resolved_refinements(options.optimization)};
  if (all_given(options.optimization) || options.training.iterations < kLeastTrialIterations) return untried;
  const TrainingData small = trial_data(data, trial_image_side(data, options));
  if (small.views.empty()) return untried;
  TrainingOptions trial = trial_options(options);
  return choose_by_trials(options.optimization, [&](const Refinements& refinements) {
    trial.optimization = to_options(refinements);
    return run_trial(small, trial, make_engine, progress);
  });
}

}  // namespace gs::splat::train
