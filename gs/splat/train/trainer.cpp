// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/trainer.h"

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/splat/factory.h"
#include "gs/splat/train/mcmc.h"

namespace gs {
namespace {

constexpr float kLargestScale = 1.0f;  // [m]: what regularisation feels of a scale; the sky's are tens of metres

std::size_t pixels_of(const TrainingView& view) {
  return static_cast<std::size_t>(view.camera.width) * static_cast<std::size_t>(view.camera.height);
}

Planes planes_in(std::vector<float>& memory, const CameraD& camera, bool with_alpha) {
  const auto pixels = static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
  float* p = memory.data();
  return {camera.width, camera.height, {p, p + pixels, p + 2 * pixels}, with_alpha ? p + 3 * pixels : nullptr};
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
  image_.resize(4 * largest), image_gradient_.resize(3 * largest);
  GS_TRY(rasterizer_, make_differentiable_rasterizer(Backend::cpu));
  GS_TRY(state_, initial_state(plan_));
  return {};
}

Planes Trainer::image_planes(std::size_t view) { return planes_in(image_, plan_.data.views[view].camera, true); }
Planes Trainer::gradient_planes(std::size_t view) {
  return planes_in(image_gradient_, plan_.data.views[view].camera, false);
}

Result<FrameStatistics> Trainer::render(std::size_t view) {
  return rasterizer_->forward(std::as_const(state_.cloud).view(), plan_.views[view], image_planes(view));
}

Result<void> Trainer::fit_gradient() {
  if (gradient_.size() == state_.cloud.size() && gradient_.sh_degree() == state_.cloud.sh_degree()) return {};
  GS_TRY(gradient_, GaussianCloud::create(state_.cloud.size(), state_.cloud.sh_degree()));
  return {};
}

// Adds the gradient of the mean opacity and the mean scale over the Gaussians seen in this step. Over all of them,
// those of a drive that are out of sight for long would melt away.
void Trainer::regularise() {
  const float* seen = rasterizer_->splat_gradients().plane[SplatGradPlanes::opacity];
  const CloudView cloud = std::as_const(state_.cloud).view();
  const auto count =
      static_cast<double>(cloud.size - static_cast<std::size_t>(std::count(seen, seen + cloud.size, 0.0f)));
  if (count == 0) return;
  const auto opacity_weight = static_cast<float>(plan_.options.training.opacity_regularization / count);
  const auto scale_weight = static_cast<float>(plan_.options.training.scale_regularization / (3 * count));
  const MutableCloudView gradient = gradient_.view();
  parallel_for(cloud.size, [&](std::size_t i) {
    if (seen[i] == 0) return;
    const float opacity = 1 / (1 + std::exp(-cloud.opacity_logit[i]));
    gradient.opacity_logit[i] += opacity_weight * opacity * (1 - opacity);
    for (int k = 0; k < 3; ++k) {
      gradient.log_scale[k][i] += scale_weight * std::min(std::exp(cloud.log_scale[k][i]), kLargestScale);
    }
  });
}

Result<StepReport> Trainer::step() {
  const LoopOptions& loop = plan_.options.training;
  const std::size_t view = view_of_step(plan_, state_.iteration);
  const MutableCloudView cloud = state_.cloud.view();
  GS_CHECK(fit_gradient());
  GS_TRY(const FrameStatistics frame, render(view));
  const ConstPlanes image = as_const(image_planes(view));
  const Planes image_gradient = gradient_planes(view);
  const LossValue loss = loss_.evaluate(image, plan_.data.views[view].target(), loop.dssim_weight, image_gradient);
  GS_CHECK(rasterizer_->backward(cloud, plan_.views[view], image, as_const(image_gradient), gradient_.view()));
  regularise();
  const AdamRates step_rates = rates_of_step(plan_, state_.iteration);
  adam_step(cloud, std::as_const(gradient_).view(), state_.adam, step_rates, active_sh_degree(plan_, state_.iteration));

  ++state_.iteration;
  if (loop.strategy == "mcmc") {
    add_mcmc_noise(cloud, rasterizer_->splat_gradients(),
                   {loop.seed, state_.iteration, step_rates.position, plan_.extent_m});
    if (refines_after(plan_, state_.iteration)) {
      GS_CHECK(mcmc_refine(state_, {.seed = loop.seed, .max_gaussians = static_cast<std::size_t>(loop.max_gaussians)}));
    }
  }
  return StepReport{loss, frame.visible};
}

Result<Evaluation> Trainer::evaluate() {
  Evaluation out;
  out.held_out = plan_.trainable.size() < plan_.data.views.size();
  for (std::size_t i = 0; i < plan_.data.views.size(); ++i) {
    if (plan_.data.views[i].held_out != out.held_out) continue;
    GS_CHECK(render(i));
    const ImageMetrics metrics = loss_.compare(as_const(image_planes(i)), plan_.data.views[i].target());
    if (metrics.pixels == 0) continue;  // all masked
    out.psnr_db += metrics.psnr_db, out.ssim += metrics.ssim;
    ++out.views;
  }
  if (out.views > 0) out.psnr_db /= static_cast<double>(out.views), out.ssim /= static_cast<double>(out.views);
  return out;
}

Result<void> Trainer::set_state(TrainingState state) {
  GS_CHECK(check_state(plan_, state));
  state_ = std::move(state);
  return {};
}

Result<SplatImage> Trainer::render_view(std::size_t view) {
  GS_CHECK(render(view));
  return to_splat_image(as_const(image_planes(view)));
}

std::size_t Trainer::memory_bytes() const {
  std::size_t bytes = state_.cloud.memory_bytes() + gradient_.memory_bytes() + state_.adam.first.memory_bytes() +
                      state_.adam.second.memory_bytes();
  bytes += (image_.size() + image_gradient_.size()) * sizeof(float);
  for (const TrainingView& view : plan_.data.views) bytes += view.rgb8.size() + view.mask.size();
  return bytes;
}

Result<TrainingState> Trainer::copy_state() { return copy_of(state_); }

}  // namespace gs
