// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/training_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gs/core/numbers/random.h"
#include "gs/splat/model/morton_order.h"
#include "gs/splat/train/actors/hidden_side.h"
#include "gs/splat/train/density/adc.h"
#include "gs/splat/train/initial_cloud/initial_cloud.h"

namespace gs::splat::train {
namespace {

constexpr double kPositionDecay = 0.01;  // final / initial learning rate of positions
constexpr double kSettleFrom = 0.7;  // progress at which the other rates begin to decay to LearningRateOptions::settle
constexpr double kRestRate = 1.0 / 20;  // learning rate of higher SH degrees / degree 0
constexpr int64_t kDegreeSteps = 30;    // one SH degree is added after each thirtieth of the run
constexpr double kQuarterShare = 0.4;   // share of the coarse part at quarter resolution; the rest is at half
constexpr double kPoseWarmUp = 0.1;     // progress at which pose refinement starts
constexpr int64_t kResetEvery = 30;     // adc refinements between two opacity resets
constexpr uint64_t kSortEvery = 5;      // refinements between two sorts by place
// Penalties of the mean opacity, and of the mean scale in units of the viewing distance; chosen by cross-validation
// inside the training images (docs/quality.md).
constexpr double kOpacityPenalty = 0.01, kScalePenalty = 0.02;
constexpr double kLargestScale = 0.1;  // scales beyond this share of the viewing distance are penalised alike
constexpr int kSmallestSide = 64;      // [px] the longest image side of a coarse level is at least this

// Makes half and quarter resolution images with at least `least_pixels` pixels. Stops at the first level without any
// view.
void make_levels(TrainingPlan& plan, double least_pixels) {
  if (plan.options.training.coarse_share <= 0) return;
  int longest = 0;
  for (const std::size_t i : plan.trainable) {
    longest = std::max({longest, plan.data.views[i].camera.width, plan.data.views[i].camera.height});
  }
  for (int divisor = 2; divisor <= 4 && longest / divisor >= kSmallestSide; divisor *= 2) {
    std::vector<TrainingView> level(plan.data.views.size());
    bool any = false;
    for (const std::size_t i : plan.trainable) {
      const CameraD& full = plan.data.views[i].camera;
      const int width = full.width / divisor, height = full.height / divisor;
      if (static_cast<double>(width) * height < least_pixels) continue;
      level[i] = scaled_down(plan.data.views[i], 1.0 / divisor, 0);
      any = true;
    }
    if (!any) return;
    plan.coarse.push_back(std::move(level));
  }
}

// Number of cameras; `plan.cameras` holds the camera number, from 0, of each view.
std::size_t camera_count(const TrainingPlan& plan) {
  return 1 + *std::max_element(plan.cameras.begin(), plan.cameras.end());
}

// Checks that the actors of a state are those of the plan.
Result<void> check_actors(const TrainingPlan& plan, const std::vector<ActorState>& actors,
                          const std::vector<ActorCorrections>& corrections) {
  bool fits = actors.size() == plan.data.actors.size();
  for (std::size_t k = 0; fits && k < actors.size(); ++k) {
    fits = actors[k].cloud.size() == plan.data.actors[k].painted->size();
  }
  fits = fits && fit(plan.actor_corrections, corrections);
  if (fits) return {};
  return fail(ErrorCode::invalid_argument, "the checkpoint has {} actors, the data set has {} or others", actors.size(),
              plan.data.actors.size())
      .with_hint("resume with the options and the data set it was written with");
}

// True if there are per-image corrections.
bool refines(const TrainingPlan& plan) { return plan.refine.exposure || plan.refine.pose; }

}  // namespace

RenderSettings render_settings(const TrainingOptions& options) {
  return {.low_pass_px2 = options.training.low_pass_px2, .antialiasing = options.training.antialiasing};
}

UsualPenalties usual_penalties(double distance_m) { return {kOpacityPenalty, kScalePenalty / distance_m}; }

Result<TrainingPlan> make_training_plan(TrainingData data, const TrainingOptions& options, double least_coarse_pixels) {
  GS_CHECK(check_training_data(data));
  TrainingPlan plan{.options = options, .data = std::move(data)};
  plan.render = render_settings(options);
  // The far plane must not cut off the sky dome.
  const double dome_radius_m = sky_radius_m(plan.data);
  if (plan.data.sky_dome || options.training.sky_gaussians > 0) plan.render.far_m = far_plane_m(dome_radius_m);
  // Scale the images, and check the scaled cameras with the final render settings.
  for (std::size_t i = 0; i < plan.data.views.size(); ++i) {
    TrainingView& view = plan.data.views[i];
    view = scaled_down(std::move(view), options.training.image_scale, options.training.max_image_side);
    drop_masked_samples(view);
    GS_CHECK(make_view({.camera = view.camera, .map_from_camera = view.map_from_camera}, plan.render));
    if (!view.held_out && !is_masked_entirely(view)) plan.trainable.push_back(i);
  }
  if (plan.trainable.empty()) {
    return fail(ErrorCode::invalid_data, "all images are masked entirely once they are scaled down")
        .with_hint("raise training.image_scale or training.max_image_side");
  }
  // The unit of lengths, and the automatic weights in that unit.
  plan.distance_m = viewing_distance_m(plan.data);
  const UsualPenalties usual = usual_penalties(plan.distance_m);
  LoopOptions& loop = plan.options.training;
  if (loop.opacity_regularization < 0) loop.opacity_regularization = usual.opacity;
  if (loop.scale_regularization < 0) loop.scale_regularization = usual.scale_per_m;
  if (loop.densify.end_iter < 0) loop.densify.end_iter = usual_end_iter(loop.iterations, loop.strategy);
  plan.refine = resolved_refinements(options.optimization);
  plan.mirrors = mirror_gates(plan.data);
  if (!loop.mirror_actors) plan.mirrors.assign(plan.data.actors.size(), {});
  plan.cameras = camera_numbers(plan.data.views);
  plan.actor_corrections = plan_actor_corrections(plan.data, plan.cameras, loop);
  plan.extent_m = options.training.scene_extent_m > 0 ? options.training.scene_extent_m : scene_extent_m(plan.data);
  plan.sky_far_m = 0.5 * dome_radius_m;
  make_levels(plan, least_coarse_pixels);
  return plan;
}

bool has_held_out(const TrainingPlan& plan) {
  return std::any_of(plan.data.views.begin(), plan.data.views.end(),
                     [](const TrainingView& v) { return v.held_out && !is_masked_entirely(v); });
}

Result<TrainingState> initial_state(const TrainingPlan& plan) {
  TrainingState state;
  GS_TRY(state.cloud, starting_cloud(plan.data, plan.options));
  GS_TRY(state.cloud, gather(std::as_const(state.cloud).view(), morton_order(std::as_const(state.cloud).view())));
  GS_TRY(state.adam, make_adam_state(state.cloud.size(), plan.options.model.sh_degree));
  if (refines(plan)) state.corrections = make_correction_state(plan.data.views.size());
  if (plan.refine.vignetting) state.lenses = make_lens_state(camera_count(plan));
  GS_TRY(state.actors, initial_actors(plan.data, plan.options.model.sh_degree));
  state.actor_corrections = initial_actor_corrections(plan.actor_corrections);
  return state;
}

void fill_corrections(const TrainingPlan& plan, TrainingState& state) {
  if (state.actor_corrections.empty()) state.actor_corrections = initial_actor_corrections(plan.actor_corrections);
}

Result<void> check_state(const TrainingPlan& plan, const TrainingState& state) {
  if (state.cloud.sh_degree() != plan.options.model.sh_degree) {
    return fail(ErrorCode::invalid_argument, "the checkpoint has SH degree {}, the options ask for {}",
                state.cloud.sh_degree(), plan.options.model.sh_degree);
  }
  // The corrections must belong to the views and cameras of this plan: they are found by index alone.
  const std::size_t corrected = state.corrections.values.size();
  if (corrected != (refines(plan) ? plan.data.views.size() : 0)) {
    return fail(ErrorCode::invalid_argument, "the checkpoint corrects {} images, the data set has {}", corrected,
                plan.data.views.size())
        .with_hint("resume with the options and the data set it was written with");
  }
  const std::size_t lenses = plan.refine.vignetting ? camera_count(plan) : 0;
  if (state.lenses.values.size() != lenses) {
    return fail(ErrorCode::invalid_argument, "the checkpoint has vignetting of {} cameras, the options need {}",
                state.lenses.values.size(), lenses)
        .with_hint("resume with the options and the data set it was written with");
  }
  return check_actors(plan, state.actors, state.actor_corrections);
}

double progress_of(const TrainingPlan& plan, uint64_t iteration) {
  return static_cast<double>(iteration) / static_cast<double>(plan.options.training.iterations);
}

int level_of_step(const TrainingPlan& plan, uint64_t iteration, std::size_t view) {
  const double share = plan.options.training.coarse_share, now = progress_of(plan, iteration);
  const int wanted = now < kQuarterShare * share ? 2 : now < share ? 1 : 0;
  int level = std::min(wanted, static_cast<int>(plan.coarse.size()));
  // A view that is too small at this level uses the next finer one.
  while (level > 0 && view_at(plan, level, view).rgb8.empty()) --level;
  return level;
}

const TrainingView& view_at(const TrainingPlan& plan, int level, std::size_t view) {
  return level == 0 ? plan.data.views[view] : plan.coarse[static_cast<std::size_t>(level) - 1][view];
}

std::size_t ViewOrder::view_of_step(const TrainingPlan& plan, uint64_t iteration) {
  const uint64_t round = iteration / plan.trainable.size();
  if (round_ != round) {
    // Fisher-Yates shuffle, seeded by the round: a resumed run gets the same order.
    Random random(plan.options.training.seed, purpose("view_order"), round);
    order_ = plan.trainable;
    for (std::size_t i = order_.size(); i > 1; --i) {
      std::swap(order_[i - 1], order_[random.below(static_cast<uint32_t>(i))]);
    }
    round_ = round;
  }
  return order_[iteration % plan.trainable.size()];
}

AdamRates rates_of_step(const TrainingPlan& plan, uint64_t iteration) {
  const LearningRateOptions& rate = plan.options.training.learning_rate;
  const double progress = std::min(progress_of(plan, iteration), 1.0);
  // Constant until kSettleFrom, then exponential decay to `settle`.
  const double share = std::pow(rate.settle, std::max(0.0, progress - kSettleFrom) / (1 - kSettleFrom));
  return {.position = rate.position * plan.extent_m * std::pow(kPositionDecay, progress),
          .log_scale = share * rate.scaling,
          .rotation = share * rate.rotation,
          .opacity_logit = share * rate.opacity,
          .color = share * rate.feature,
          .color_rest = share * rate.feature * kRestRate};
}

Penalty penalty_of_step(const TrainingPlan& plan, double seen) {
  const LoopOptions& loop = plan.options.training;
  return {.opacity = static_cast<float>(loop.opacity_regularization / seen),
          .scale_per_m = static_cast<float>(loop.scale_regularization / (3 * seen)),
          .largest_m = static_cast<float>(kLargestScale * plan.distance_m)};
}

int active_sh_degree(const TrainingPlan& plan, uint64_t iteration) {
  const int64_t interval = std::max<int64_t>(1, plan.options.training.iterations / kDegreeSteps);
  return static_cast<int>(std::min<int64_t>(3, static_cast<int64_t>(iteration) / interval));
}

bool refines_after(const TrainingPlan& plan, uint64_t iteration) {
  const LoopOptions& loop = plan.options.training;
  const auto now = static_cast<int64_t>(iteration);
  if (now >= loop.iterations) return false;  // no step is left to train new Gaussians
  return loop.strategy != "none" && now % loop.densify.interval == 0 && now >= loop.densify.start_iter &&
         now <= loop.densify.end_iter;
}

bool sorts_after(const TrainingPlan& plan, uint64_t iteration) {
  const auto interval = static_cast<uint64_t>(plan.options.training.densify.interval);
  return refines_after(plan, iteration) && iteration / interval % kSortEvery == 0;
}

Result<void> refine_by_adc(const TrainingPlan& plan, TrainingState& state) {
  const LoopOptions& loop = plan.options.training;
  GS_CHECK(adc_refine(state, {.seed = loop.seed,
                              .max_gaussians = static_cast<std::size_t>(loop.max_gaussians),
                              .grad_threshold = loop.densify.grad_threshold,
                              .extent_m = plan.extent_m}));
  const auto now = static_cast<int64_t>(state.iteration);
  const int64_t reset = kResetEvery * loop.densify.interval;
  if (now % reset == 0 && now + reset <= loop.densify.end_iter) reset_opacities(state);
  return {};
}

bool refines_poses(const TrainingPlan& plan, uint64_t iteration) {
  return plan.refine.pose && progress_of(plan, iteration) >= kPoseWarmUp;
}

CorrectionRates correction_rates_of_step(const TrainingPlan& plan, uint64_t iteration) {
  const double visits =
      static_cast<double>(plan.options.training.iterations) / static_cast<double>(plan.trainable.size());
  return correction_rates(visits, progress_of(plan, iteration), plan.distance_m);
}

double lens_rate_of_step(const TrainingPlan& plan, uint64_t iteration) {
  const double visits = static_cast<double>(plan.options.training.iterations) / static_cast<double>(camera_count(plan));
  return lens_rate(visits, progress_of(plan, iteration));
}

}  // namespace gs::splat::train
