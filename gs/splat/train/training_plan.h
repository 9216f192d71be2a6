// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decisions shared by all engines: the prepared data, the initial cloud, and which view, resolution, learning rates and
// SH degree each step uses. Everything is a function of data, options and iteration, so CPU and GPU follow the same
// schedule.
#pragma once

#include <optional>
#include <vector>

#include "gs/splat/api/rasterizer.h"
#include "gs/splat/kernel/view.h"
#include "gs/splat/train/actors/actor_corrections.h"
#include "gs/splat/train/actors/mirror_kernel.h"
#include "gs/splat/train/image_corrections/image_corrections.h"
#include "gs/splat/train/optimise/penalty_kernel.h"
#include "gs/splat/train/options.h"
#include "gs/splat/train/state.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// Data and constants of a run; not changed by training.
struct TrainingPlan {
  TrainingOptions options;
  TrainingData data;                   // images scaled to training resolution
  std::vector<std::size_t> trainable;  // views to train on: not held out and not masked entirely
  std::vector<std::size_t> cameras;    // [views] camera index
  double extent_m = 1;                 // scene extent [m]
  double distance_m = 10;              // typical distance from a camera to what it sees, the unit of lengths [m]
  Refinements refine{};                // what is refined beside the cloud
  std::vector<MirrorGate> mirrors{};   // [actors] what the mirror image of each teaches
  std::vector<ActorCorrectionPlan> actor_corrections{};  // [actors] what is learned beside their Gaussians
  RenderSettings render{};                               // the far plane lies behind the sky dome
  double sky_far_m = 100;                                // surfaces nearer than this occlude the sky
  // data.views at 1/2 and 1/4 resolution. Views that are held out or too small have no pixels there.
  std::vector<std::vector<TrainingView>> coarse{};
};

// Filter and antialiasing settings that views of a run are rendered with.
RenderSettings render_settings(const TrainingOptions& options);

// Weights of the penalties that negative (automatic) options stand for, with surfaces at `distance_m` from the cameras.
struct UsualPenalties {
  double opacity = 0, scale_per_m = 0;
};
UsualPenalties usual_penalties(double distance_m);

// Checks and prepares the data. `options` must come from resolve_preset(). Coarse images with fewer than
// `least_coarse_pixels` pixels are not made. Errors: invalid_data if no trainable view is left.
Result<TrainingPlan> make_training_plan(TrainingData data, const TrainingOptions& options,
                                        double least_coarse_pixels = 0);

// True if quality is measured on held-out views; otherwise it is measured on the training views.
bool has_held_out(const TrainingPlan& plan);

// The state before the first step: the cloud of starting_cloud() (initial_cloud.h), zero moments and corrections.
Result<TrainingState> initial_state(const TrainingPlan& plan);
// Gives the actors of a state of an older version, which has no corrections of them, corrections that change nothing.
void fill_corrections(const TrainingPlan& plan, TrainingState& state);
// Checks that a state fits the plan. Errors: invalid_argument for another SH degree, number of images or of cameras.
Result<void> check_state(const TrainingPlan& plan, const TrainingState& state);

// Finished share of the run, 0..1.
double progress_of(const TrainingPlan& plan, uint64_t iteration);
// Resolution at which this step trains the view: 0 full, 1 half, 2 a quarter. A view without pixels at that level uses
// the next finer one.
int level_of_step(const TrainingPlan& plan, uint64_t iteration, std::size_t view);
// The view at a level of level_of_step().
const TrainingView& view_at(const TrainingPlan& plan, int level, std::size_t view);

// Order of the training views: a random permutation per round, so that every view is used once per round. Caches the
// permutation of the current round.
class ViewOrder {
 public:
  // Index of the view that the step uses. Deterministic in seed and iteration.
  std::size_t view_of_step(const TrainingPlan& plan, uint64_t iteration);

 private:
  std::optional<uint64_t> round_{};
  std::vector<std::size_t> order_;
};
// Learning rates of the step, with the decays described at LearningRateOptions.
AdamRates rates_of_step(const TrainingPlan& plan, uint64_t iteration);
// Penalties of a step, for each of the `seen` Gaussians that share them.
Penalty penalty_of_step(const TrainingPlan& plan, double seen);
// Highest SH degree that the step trains: grows by one after each thirtieth of the run.
int active_sh_degree(const TrainingPlan& plan, uint64_t iteration);
// True if densification runs once `iteration` steps are done; false after the last step of the run.
bool refines_after(const TrainingPlan& plan, uint64_t iteration);
// True if the Gaussians are sorted by place (place_order.h) after the refinement that follows `iteration` steps.
bool sorts_after(const TrainingPlan& plan, uint64_t iteration);
// One refinement by adaptive density control (adc.h), with an opacity reset after every 30 refinements.
Result<void> refine_by_adc(const TrainingPlan& plan, TrainingState& state);

// True once pose refinement has started (after the first tenth of the run).
bool refines_poses(const TrainingPlan& plan, uint64_t iteration);
// Learning rates of the image corrections and of vignetting in this step (image_corrections.h, lens_shading.h).
CorrectionRates correction_rates_of_step(const TrainingPlan& plan, uint64_t iteration);
double lens_rate_of_step(const TrainingPlan& plan, uint64_t iteration);

}  // namespace gs::splat::train
