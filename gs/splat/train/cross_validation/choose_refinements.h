// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decides by cross-validation inside the training views what is refined beside the cloud: exposure and pose of each
// image, vignetting of each camera. Each is tried in a short training of small images in which every fourth frame
// is held out, and kept only if these frames become better. Their corrections are interpolated in time, as those of any
// view that was not trained on.
//
//   GS_TRY(const RefinementChoice choice, choose_refinements(data, options, make_engine, progress));
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gs/core/progress.h"
#include "gs/splat/train/options.h"
#include "gs/splat/train/training_engine.h"

namespace gs::splat::train {

// Makes an engine for data and options.
using EngineMaker =
    std::function<Result<std::unique_ptr<TrainingEngine>>(TrainingData data, const TrainingOptions& options)>;

// One trial: what it refined, its mean PSNR over the validation views, and the gain over the best trial before it with
// the standard error of that gain [dB]. The first trial has no gain.
struct RefinementTrial {
  Refinements refinements{};
  double psnr_db = 0, gain_db = 0, error_db = 0;
  bool kept = false;
};
// The decision and the trials it rests on; no trials if all refinements were given, or if the run or the drive is too
// short for a cross-validation (kLeastTrialIterations, kLeastTrialFrames).
struct RefinementChoice {
  Refinements refinements{};
  std::vector<RefinementTrial> trials{};
};

// One line for people: what was refined, PSNR, gain, and whether it was kept.
std::string to_text(const RefinementTrial& trial);
// The refinements that the options in a training_report.json name; empty if the file cannot be read or leaves one
// unset.
std::optional<Refinements> refinements_of_report(const std::filesystem::path& report);

// Shorter runs are not preceded by a cross-validation.
inline constexpr int64_t kLeastTrialIterations = 5000;
// A refinement is kept if the paired gain exceeds both this and its standard error [dB].
inline constexpr double kLeastGainDb = 0.05;

// Mean and standard error of the mean of the differences after[i] - before[i]. Pairs whose second
// value is not finite count as a loss of 100 dB, those whose first value alone is not finite as no gain. The error of
// fewer than two pairs is infinite.
struct PairedGain {
  double mean_db = 0, error_db = 0;
};
PairedGain paired_gain(std::span<const double> before, std::span<const double> after);

// PSNR of each validation view after a trial with these refinements [dB].
using Trial = std::function<Result<std::vector<double>>(const Refinements&)>;
// Tries the refinements that are unset in `options`, one after the other: exposure, pose, vignetting. Each starts from
// the best before it.
Result<RefinementChoice> choose_by_trials(const RefinementOptions& options, const Trial& trial);

// Options of a trial of a run with `options`, which come from resolve_preset(): about 4 % of the steps, at most a
// quarter of the Gaussians, with the limits and rates of the preset for CPUs.
TrainingOptions trial_options(const TrainingOptions& options);
// Longest side of the images of a trial: half of that in training, between 320 and 640 px.
int trial_image_side(const TrainingData& data, const TrainingOptions& options);

// The choice for a run. Errors: those of the engine; interrupted if `progress` asks to stop.
Result<RefinementChoice> choose_refinements(const TrainingData& data, const TrainingOptions& options,
                                            const EngineMaker& make_engine, Progress& progress);

}  // namespace gs::splat::train
