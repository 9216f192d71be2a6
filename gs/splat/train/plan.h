// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What every engine does alike: the data made ready, the cloud training begins with, and which view, rates and SH
// degree a step uses. All of it is a function of data, options and iteration.
#pragma once

#include <optional>
#include <vector>

#include "gs/splat/kernel/view.h"
#include "gs/splat/rasterizer.h"
#include "gs/splat/train/corrections.h"
#include "gs/splat/train/data.h"
#include "gs/splat/train/options.h"
#include "gs/splat/train/state.h"

namespace gs {

struct TrainingPlan {
  TrainingOptions options;
  TrainingData data;                   // images scaled down
  std::vector<std::size_t> trainable;  // indices of views; not of those held out or masked entirely
  std::vector<std::size_t> cameras;    // number of the camera, by view
  std::vector<std::vector<std::size_t>> trainable_of_camera{};  // indices of views, by number of the camera
  std::vector<ViewMotion> motions{};  // of cameras, by view; all zero where timestamps are missing
  double extent_m = 1;
  RenderSettings render{};  // reaches as far as the dome of the sky
  double sky_far_m = 100;   // nearer than this is in front of the sky
  // data.views at half and a quarter; a view without pixels: held out, or too small there.
  std::vector<std::vector<TrainingView>> coarse{};
};

// How the views of a run are rendered.
RenderSettings render_settings(const TrainingOptions& options);

// Weight of regularisation where the options leave it to the data: it stands in for what images do not say, and falls
// with the square of the training pixels there are for a Gaussian at the cap.
double regularization_for(double pixels_each);

// Checks options and data. Options as resolve_preset() gives them. Coarse images of fewer than `least_coarse_pixels`
// are not made.
Result<TrainingPlan> make_training_plan(TrainingData data, const TrainingOptions& options,
                                        double least_coarse_pixels = 0);

// Whether quality is that of views held out; else of those trained on.
bool has_held_out(const TrainingPlan& plan);

// Gaussians where start.h puts them, before the first step.
Result<TrainingState> initial_state(const TrainingPlan& plan);
// Another SH degree than the options ask for is invalid_argument.
Result<void> check_state(const TrainingPlan& plan, const TrainingState& state);

double progress_of(const TrainingPlan& plan, uint64_t iteration);  // 0..1
// Resolution at which a step trains the view; 0: full, 1: half, 2: a quarter. Small images have fewer.
int level_of_step(const TrainingPlan& plan, uint64_t iteration, std::size_t view);
const TrainingView& view_at(const TrainingPlan& plan, int level, std::size_t view);

// Every view once in each round, in an order of its own. Remembers the order of one round: steps ask for it in turn.
class ViewOrder {
 public:
  std::size_t view_of_step(const TrainingPlan& plan, uint64_t iteration);

 private:
  std::optional<uint64_t> round_{};
  std::vector<std::size_t> order_;
};
AdamRates rates_of_step(const TrainingPlan& plan, uint64_t iteration);
int active_sh_degree(const TrainingPlan& plan, uint64_t iteration);
// Whether the number of Gaussians changes after the step that makes `iteration` steps; never after the last one.
bool refines_after(const TrainingPlan& plan, uint64_t iteration);
// Adaptive density control after state.iteration steps, with its resets of opacity.
Result<void> refine_by_adc(const TrainingPlan& plan, TrainingState& state);

// Whether poses learn in this step: first the cloud, then they.
bool refines_poses(const TrainingPlan& plan, uint64_t iteration);
CorrectionRates correction_rates_of_step(const TrainingPlan& plan, uint64_t iteration);
double lens_rate_of_step(const TrainingPlan& plan, uint64_t iteration);

}  // namespace gs
