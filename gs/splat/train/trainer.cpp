// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/trainer.h"

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/splat/factory.h"
#include "gs/splat/train/actors/actor_limits.h"
#include "gs/splat/train/density/mcmc.h"
#include "gs/splat/train/density/place_order.h"
#include "gs/splat/train/evaluation.h"
#include "gs/splat/train/image_corrections/refine_images.h"
#include "gs/splat/train/loss/geometry_loss.h"

namespace gs::splat::train {
namespace {

constexpr std::size_t kPlanes = 5;  // red, green, blue, alpha, depth

std::size_t pixels_of(const TrainingView& view) {
  return static_cast<std::size_t>(view.camera.width) * static_cast<std::size_t>(view.camera.height);
}

// Planes of one image in a buffer [kPlanes, height, width].
Planes planes_in(std::vector<float>& memory, const CameraD& camera, bool with_depth) {
  const auto pixels = static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
  float* p = memory.data();
  return {camera.width,
          camera.height,
          {p, p + pixels, p + 2 * pixels},
          p + 3 * pixels,
          with_depth ? p + 4 * pixels : nullptr};
}

void fill_zero(const Planes& image, float* plane) {
  std::fill_n(plane, static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height), 0.0f);
}

// True if a depth or sky loss applies to the view.
bool wants_depth(const TrainingView& view, const LoopOptions& loop) {
  return (loop.depth_weight > 0 && !view.depth.empty()) || (loop.sky_weight > 0 && !view.sky.empty());
}

}  // namespace

Result<Trainer> Trainer::create(TrainingData data, const TrainingOptions& options) {
  GS_TRY(TrainingPlan plan, make_training_plan(std::move(data), options));
  Trainer trainer(std::move(plan));
  GS_CHECK(trainer.initialise());
  return trainer;
}

Result<void> Trainer::initialise() {
  std::size_t largest = 0;
  for (const TrainingView& view : plan_.data.views) largest = std::max(largest, pixels_of(view));
  image_.resize(kPlanes * largest), image_gradient_.resize(kPlanes * largest);
  if (refines_exposure(plan_)) exposed_.resize(kPlanes * largest);
  GS_TRY(rasterizer_, make_differentiable_rasterizer(Backend::cpu));
  GS_TRY(state_, initial_state(plan_));
  return {};
}

// Fills parts_ with the background and the actors that the view shows.
Result<void> Trainer::show(const TrainingView& view, std::size_t index) {
  GS_TRY(const ViewF camera, corrected_view(plan_, state_.corrections, view, index));
  GS_TRY(visible_, visible_actors(plan_, state_.corrections, state_.actor_corrections, view, index));
  parts_.assign(1, {std::as_const(state_.cloud).view(), camera});
  shown_.clear();
  for (const VisibleActor& visible : visible_) {
    parts_.push_back({std::as_const(state_.actors[visible.actor].cloud).view(), visible.view});
    shown_.push_back(visible.actor);
  }
  return {};
}

Result<FrameStatistics> Trainer::render(const TrainingView& view, bool depth) {
  return rasterizer_->forward(parts_, planes_in(image_, view.camera, depth));
}

// Gradients of the Gaussians of all parts and of the motion of the camera in their frames.
Result<std::vector<PartGradient>> Trainer::backward(const TrainingView& view, bool depth) {
  ConstPlanes image_gradient = as_const(planes_in(image_gradient_, view.camera, depth));
  if (!depth) image_gradient.alpha = nullptr;
  std::vector<PartGradient> out{{gradient_.view()}};
  for (const std::size_t actor : shown_) out.push_back({actor_gradients_[actor].view()});
  GS_CHECK(rasterizer_->backward(parts_, as_const(planes_in(image_, view.camera, depth)), image_gradient, out));
  return out;
}

// Updates gain and offset of the actors in the image that were not mirrored.
void Trainer::correct_actors(std::size_t index, const MirroredActors& mirrored, std::span<const PartGradient> by) {
  for (std::size_t k = 0; k < std::min(visible_.size(), kCorrectedAtOnce); ++k) {
    const std::size_t actor = visible_[k].actor;
    if (mirrored.contains(actor)) continue;
    ActorViewGradient gradient{.pose = by[k + 1].pose};
    if (!plan_.actor_corrections[actor].sightings.empty()) {
      gradient.log_gain = gain_gradient(std::as_const(state_.actors[actor].cloud).view(),
                                        std::as_const(actor_gradients_[actor]).view());
    }
    correct_visible_actor(plan_, state_.actor_corrections, visible_[k], index, state_.iteration, gradient);
  }
}

Exposure Trainer::exposure_at(const TrainingView& view, std::size_t index) const {
  return exposure_of(plan_, state_.corrections, state_.lenses, view, index);
}

// The rendered image with exposure and vignetting of the view applied.
ConstPlanes Trainer::exposed(const TrainingView& view, std::size_t index, bool depth) {
  const ConstPlanes image = as_const(planes_in(image_, view.camera, depth));
  if (!refines_exposure(plan_)) return image;
  const Planes out = planes_in(exposed_, view.camera, false);
  apply_exposure(exposure_at(view, index), image, out);
  return {image.width, image.height, {out.color[0], out.color[1], out.color[2]}, image.alpha, image.depth};
}

// Resizes the gradients after the number of Gaussians has changed.
Result<void> Trainer::fit_gradient() {
  actor_gradients_.resize(state_.actors.size());
  for (std::size_t k = 0; k < actor_gradients_.size(); ++k) {
    const GaussianCloud& actor = state_.actors[k].cloud;
    GaussianCloud& gradient = actor_gradients_[k];
    if (gradient.size() == actor.size() && gradient.sh_degree() == actor.sh_degree()) continue;
    GS_TRY(gradient, GaussianCloud::create(actor.size(), actor.sh_degree()));
  }
  if (gradient_.size() == state_.cloud.size() && gradient_.sh_degree() == state_.cloud.sh_degree()) return {};
  GS_TRY(gradient_, GaussianCloud::create(state_.cloud.size(), state_.cloud.sh_degree()));
  return {};
}

// Loss of the rendered image. Leaves dL/d(image) in image_gradient_ and dL/d(exposure) in `by_exposure`.
LossValue Trainer::compare(const TrainingView& view, std::size_t index, Exposure& by_exposure) {
  const LoopOptions& loop = plan_.options.training;
  const bool depth = wants_depth(view, loop);
  const ConstPlanes image = as_const(planes_in(image_, view.camera, depth));
  const Planes gradient = planes_in(image_gradient_, view.camera, depth);
  LossValue loss = loss_.evaluate(exposed(view, index, depth), view.target(), loop.dssim_weight, gradient);
  if (refines_exposure(plan_)) by_exposure = exposure_vjp(exposure_at(view, index), image, gradient);
  if (!depth) return loss;
  fill_zero(gradient, gradient.alpha), fill_zero(gradient, gradient.depth);
  if (loop.depth_weight > 0 && !view.depth.empty()) {
    loss.depth = add_depth_loss(image, view.depth, loop.depth_weight, gradient);
  }
  if (loop.sky_weight > 0 && !view.sky.empty()) {
    const CameraF camera = to_float(view.camera);
    const SkyPixels sky{view.sky.data(), view.mask.empty() ? nullptr : view.mask.data(), plan_.sky_far_m, &camera};
    loss.sky = add_sky_loss(image, sky, loop.sky_weight, gradient);
  }
  loss.total += loop.depth_weight * loss.depth + loop.sky_weight * loss.sky;
  return loss;
}

// Adds the gradient of the mean opacity and mean scale over the Gaussians seen in this step. Taken over all Gaussians,
// those out of sight for a long time would fade away.
void Trainer::regularise() {
  const float* seen = rasterizer_->splat_gradients().plane[SplatGradPlanes::opacity];
  const CloudView cloud = std::as_const(state_.cloud).view();
  const std::size_t count = cloud.size - static_cast<std::size_t>(std::count(seen, seen + cloud.size, 0.0f));
  if (count == 0) return;
  const Penalty penalty = penalty_of_step(plan_, static_cast<double>(count));
  const MutableCloudView gradient = gradient_.view();
  parallel_for(cloud.size, [&](std::size_t i) {
    if (seen[i] == 0) return;
    Gaussian<float> by{.log_scale = gradient.log_scale_of(i), .opacity_logit = gradient.opacity_logit[i]};
    add_penalty({.log_scale = cloud.log_scale_of(i), .opacity_logit = cloud.opacity_logit[i]}, penalty, by);
    gradient.set_log_scale(i, by.log_scale);
    gradient.opacity_logit[i] = by.opacity_logit;
  });
}

Result<StepReport> Trainer::step() {
  const LoopOptions& loop = plan_.options.training;
  // 1. Choose the view and its resolution.
  const std::size_t index = order_.view_of_step(plan_, state_.iteration);
  const TrainingView& view = view_at(plan_, level_of_step(plan_, state_.iteration, index), index);
  const MutableCloudView cloud = state_.cloud.view();
  const bool depth = wants_depth(view, loop);
  GS_CHECK(fit_gradient());
  // 2. Render it and compare it with the recorded image.
  GS_CHECK(show(view, index));
  const MirroredActors mirrored(state_.actors, plan_.mirrors, shown_);
  GS_TRY(const FrameStatistics frame, render(view, depth));
  Exposure by_exposure;
  const LossValue loss = compare(view, index, by_exposure);
  // 3. Backward pass to the parameters of the Gaussians and to the pose.
  GS_TRY(const std::vector<PartGradient> by_part, backward(view, depth));
  PoseGrad<float> pose = by_part[0].pose;
  for (std::size_t k = 1; k < by_part.size(); ++k) {
    pose.translation += by_part[k].pose.translation, pose.rotation += by_part[k].pose.rotation;
  }
  regularise();
  // 4. Update the cloud, the actors in the image, and the corrections of the view.
  const AdamRates step_rates = rates_of_step(plan_, state_.iteration);
  const int active_degree = active_sh_degree(plan_, state_.iteration);
  adam_step(cloud, std::as_const(gradient_).view(), state_.adam, step_rates, active_degree);
  correct_actors(index, mirrored, by_part);
  for (const std::size_t k : shown_) {
    mirrored.gate(k, actor_gradients_[k].view());
    step_actor(state_.actors[k], std::as_const(actor_gradients_[k]).view(), plan_.data.actors[k], step_rates,
               active_degree);
  }
  correct_image(plan_, state_.corrections, state_.lenses, index, state_.iteration, {by_exposure, pose});
  if (loop.strategy != "none") {
    add_density_statistics(state_.density, rasterizer_->splat_gradients(), cloud.size, view.camera.width,
                           view.camera.height);
  }
  // 5. Explore (MCMC noise), then add or remove Gaussians if this iteration does so.
  ++state_.iteration;
  if (loop.strategy == "mcmc") {
    add_mcmc_noise(cloud, rasterizer_->splat_gradients(),
                   mcmc_noise_of(loop.seed, state_.iteration, step_rates.position, plan_.distance_m));
  }
  GS_CHECK(change_number());
  return StepReport{loss, frame.visible};
}

// Density control after a step, if it is due.
Result<void> Trainer::change_number() {
  const LoopOptions& loop = plan_.options.training;
  if (!refines_after(plan_, state_.iteration)) return {};
  if (loop.strategy == "adc") GS_CHECK(refine_by_adc(plan_, state_));
  if (loop.strategy == "mcmc") {
    const auto most = static_cast<std::size_t>(loop.max_gaussians);
    GS_CHECK(mcmc_refine(state_, {.seed = loop.seed, .max_gaussians = most}));
  }
  return sorts_after(plan_, state_.iteration) ? sort_by_place(state_) : Result<void>();
}

Result<Evaluation> Trainer::evaluate() {
  return evaluate_views(plan_, loss_, [&](std::size_t i, bool depth) -> Result<ConstPlanes> {
    const TrainingView& view = plan_.data.views[i];
    GS_CHECK(show(view, i));
    GS_CHECK(render(view, depth));
    return exposed(view, i, depth);
  });
}

Result<void> Trainer::set_state(TrainingState state) {
  fill_corrections(plan_, state);
  GS_CHECK(check_state(plan_, state));
  state_ = std::move(state);
  return {};
}

Result<SplatImage> Trainer::render_view(std::size_t view) {
  const TrainingView& chosen = plan_.data.views[view];
  GS_CHECK(show(chosen, view));
  GS_CHECK(render(chosen, false));
  return to_splat_image(exposed(chosen, view, false));
}

std::size_t Trainer::memory_bytes() const {
  std::size_t bytes = state_.cloud.memory_bytes() + gradient_.memory_bytes() + state_.adam.first.memory_bytes() +
                      state_.adam.second.memory_bytes();
  for (std::size_t k = 0; k < state_.actors.size(); ++k) {
    const ActorState& actor = state_.actors[k];
    bytes += actor.cloud.memory_bytes() + actor.adam.first.memory_bytes() + actor.adam.second.memory_bytes();
    if (k < actor_gradients_.size()) bytes += actor_gradients_[k].memory_bytes();
  }
  bytes += (image_.size() + exposed_.size() + image_gradient_.size()) * sizeof(float);
  const auto add = [&](const std::vector<TrainingView>& views) {
    for (const TrainingView& v : views) {
      bytes += v.rgb8.size() + v.mask.size() + v.sky.size() + v.depth.size() * sizeof(DepthSample);
    }
  };
  add(plan_.data.views);
  for (const std::vector<TrainingView>& level : plan_.coarse) add(level);
  return bytes;
}

Result<TrainingState> Trainer::copy_state() { return copy_of(state_); }

}  // namespace gs::splat::train
