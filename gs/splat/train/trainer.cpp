// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gs/core/parallel.h"
#include "gs/core/random.h"
#include "gs/splat/factory.h"
#include "gs/splat/train/mcmc.h"

namespace gs {
namespace {

constexpr double kPositionDecay = 0.01;  // of the rate, over the whole run
constexpr double kRestRate = 1.0 / 20;   // of higher SH degrees, relative to degree 0
constexpr int64_t kDegreeSteps = 30;     // a degree is added after each thirtieth of the run
constexpr float kLargestScale = 1.0f;    // [m]: what regularisation feels of a scale; the sky's are tens of metres
constexpr double kSkyNear = 50, kSkyFar = 450;  // [m]

std::size_t pixels_of(const TrainingView& view) {
  return static_cast<std::size_t>(view.camera.width) * static_cast<std::size_t>(view.camera.height);
}

Planes planes_in(std::vector<float>& memory, const CameraD& camera, bool with_alpha) {
  const auto pixels = static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
  float* p = memory.data();
  return {camera.width, camera.height, {p, p + pixels, p + 2 * pixels}, with_alpha ? p + 3 * pixels : nullptr};
}

// Around the cameras, outside most of the points.
SkyDomeOptions sky_of(const TrainingData& data, const TrainingOptions& options) {
  SkyDomeOptions sky{.gaussians = options.training.sky_gaussians, .sh_degree = options.model.sh_degree};
  Vec3d center{};
  for (const TrainingView& view : data.views) {
    center += view.map_from_camera.translation / static_cast<double>(data.views.size());
  }
  sky.center = cast<float>(center);
  std::vector<float> distances;
  for (const ColoredPoint& p : data.points) {
    if (is_finite(p.position)) distances.push_back(norm(p.position - sky.center));
  }
  if (distances.empty()) return sky;
  const auto most = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() * 95 / 100);
  std::nth_element(distances.begin(), most, distances.end());
  sky.radius_m = std::clamp(2.0 * static_cast<double>(*most), kSkyNear, kSkyFar);
  return sky;
}

Result<void> check_options(const TrainingOptions& options) {
  if (options.optimization.refine_pose || options.optimization.refine_exposure) {
    return fail(ErrorCode::unsupported, "refine_pose and refine_exposure are not available")
        .with_hint("set both to false");
  }
  return {};
}

}  // namespace

Result<Trainer> Trainer::create(TrainingData data, const TrainingOptions& options) {
  GS_CHECK(check_options(options));
  GS_CHECK(check_training_data(data));
  for (TrainingView& view : data.views) {
    view = scaled_down(std::move(view), options.training.image_scale, options.training.max_image_side);
  }
  Trainer trainer(std::move(data), options);
  GS_CHECK(trainer.initialise());
  return trainer;
}

Result<void> Trainer::initialise() {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < data_.views.size(); ++i) {
    const TrainingView& view = data_.views[i];
    GS_TRY(const ViewF kernel_view, make_view({.camera = view.camera, .map_from_camera = view.map_from_camera}, {}));
    views_.push_back(kernel_view);
    if (!view.held_out) trainable_.push_back(i);
    largest = std::max(largest, pixels_of(view));
  }
  image_.resize(4 * largest), image_gradient_.resize(3 * largest);
  extent_m_ = options_.training.scene_extent_m > 0 ? options_.training.scene_extent_m : scene_extent_m(data_);
  GS_TRY(rasterizer_, make_differentiable_rasterizer(Backend::cpu));

  // Half of the cap at most: the rest goes to where the images ask for more.
  const LoopOptions& loop = options_.training;
  const bool grows = loop.strategy != "none";
  const uint64_t room = std::max<uint64_t>(1, grows ? (loop.max_gaussians + 1) / 2 : loop.max_gaussians);
  GS_TRY(state_.cloud, initial_cloud(data_.points, {.sh_degree = options_.model.sh_degree,
                                                    .max_gaussians = static_cast<std::size_t>(room),
                                                    .seed = loop.seed}));
  if (loop.sky_gaussians > 0) {
    GS_TRY(const GaussianCloud sky, sky_dome(sky_of(data_, options_)));
    GS_TRY(state_.cloud, concatenate(std::as_const(state_.cloud).view(), sky.view()));
  }
  GS_TRY(state_.adam, make_adam_state(state_.cloud.size(), options_.model.sh_degree));
  return {};
}

// Every view once in each round, in an order of its own: a function of the iteration alone.
std::size_t Trainer::view_of_step() const {
  const uint64_t round = state_.iteration / trainable_.size();
  Random random(options_.training.seed, purpose("view_order"), round);
  std::vector<std::size_t> order(trainable_);
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[random.below(static_cast<uint32_t>(i))]);
  }
  return order[state_.iteration % trainable_.size()];
}

Planes Trainer::image_planes(std::size_t view) { return planes_in(image_, data_.views[view].camera, true); }
Planes Trainer::gradient_planes(std::size_t view) {
  return planes_in(image_gradient_, data_.views[view].camera, false);
}

Result<FrameStatistics> Trainer::render(std::size_t view) {
  return rasterizer_->forward(std::as_const(state_.cloud).view(), views_[view], image_planes(view));
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
  const auto opacity_weight = static_cast<float>(options_.training.opacity_regularization / count);
  const auto scale_weight = static_cast<float>(options_.training.scale_regularization / (3 * count));
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

AdamRates Trainer::rates() const {
  const LearningRateOptions& rate = options_.training.learning_rate;
  const double progress = static_cast<double>(state_.iteration) / static_cast<double>(options_.training.iterations);
  return {.position = rate.position * extent_m_ * std::pow(kPositionDecay, std::min(progress, 1.0)),
          .log_scale = rate.scaling,
          .rotation = rate.rotation,
          .opacity_logit = rate.opacity,
          .color = rate.feature,
          .color_rest = rate.feature * kRestRate};
}

Result<StepReport> Trainer::step() {
  const LoopOptions& loop = options_.training;
  const std::size_t view = view_of_step();
  const MutableCloudView cloud = state_.cloud.view();
  GS_CHECK(fit_gradient());
  GS_TRY(const FrameStatistics frame, render(view));
  const ConstPlanes image = as_const(image_planes(view));
  const Planes image_gradient = gradient_planes(view);
  const LossValue loss = loss_.evaluate(image, data_.views[view].target(), loop.dssim_weight, image_gradient);
  GS_CHECK(rasterizer_->backward(cloud, views_[view], image, as_const(image_gradient), gradient_.view()));
  regularise();
  const int64_t degree_interval = std::max<int64_t>(1, loop.iterations / kDegreeSteps);
  const auto active_degree =
      static_cast<int>(std::min<int64_t>(3, static_cast<int64_t>(state_.iteration) / degree_interval));
  const AdamRates step_rates = rates();
  adam_step(cloud, std::as_const(gradient_).view(), state_.adam, step_rates, active_degree);

  ++state_.iteration;
  if (loop.strategy == "mcmc") {
    const auto now = static_cast<int64_t>(state_.iteration);
    add_mcmc_noise(cloud, rasterizer_->splat_gradients(),
                   {loop.seed, state_.iteration, step_rates.position, extent_m_});
    const bool due = now % loop.densify.interval == 0 && now >= loop.densify.start_iter && now <= loop.densify.end_iter;
    if (due) {
      GS_CHECK(mcmc_refine(state_, {.seed = loop.seed, .max_gaussians = static_cast<std::size_t>(loop.max_gaussians)}));
    }
  }
  return StepReport{loss, frame.visible};
}

Result<Evaluation> Trainer::evaluate() {
  Evaluation out;
  out.held_out = trainable_.size() < data_.views.size();
  for (std::size_t i = 0; i < data_.views.size(); ++i) {
    if (data_.views[i].held_out != out.held_out) continue;
    GS_CHECK(render(i));
    const ImageMetrics metrics = loss_.compare(as_const(image_planes(i)), data_.views[i].target());
    if (metrics.pixels == 0) continue;  // all masked
    out.psnr_db += metrics.psnr_db, out.ssim += metrics.ssim;
    ++out.views;
  }
  if (out.views > 0) out.psnr_db /= static_cast<double>(out.views), out.ssim /= static_cast<double>(out.views);
  return out;
}

Result<void> Trainer::set_state(TrainingState state) {
  if (state.cloud.sh_degree() != options_.model.sh_degree) {
    return fail(ErrorCode::invalid_argument, "the checkpoint has SH degree {}, the options ask for {}",
                state.cloud.sh_degree(), options_.model.sh_degree);
  }
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
  for (const TrainingView& view : data_.views) bytes += view.rgb8.size() + view.mask.size();
  return bytes;
}

Result<TrainingState> Trainer::copy_state() { return copy_of(state_); }

}  // namespace gs
