// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gs/core/parallel.h"
#include "gs/core/random.h"
#include "gs/splat/factory.h"
#include "gs/splat/train/adc.h"
#include "gs/splat/train/geometry_loss.h"
#include "gs/splat/train/mcmc.h"
#include "gs/splat/train/start.h"

namespace gs {
namespace {

constexpr double kPositionDecay = 0.01;  // of the rate, over the whole run
constexpr double kRestRate = 1.0 / 20;   // of higher SH degrees, relative to degree 0
constexpr int64_t kDegreeSteps = 30;     // a degree is added after each thirtieth of the run
constexpr float kLargestScale = 1.0f;    // [m]: what regularisation feels of a scale; the sky's are tens of metres
constexpr double kQuarterShare = 0.4;    // of the coarse part of a run; the rest is at half
constexpr int kSmallestSide = 64;        // [px] of the long side: no coarser than that
constexpr double kPoseWarmUp = 0.1;      // of the run: first the cloud, then the poses
constexpr int64_t kResetEvery = 30;      // refinements of adc between two resets of opacity
constexpr std::size_t kPlanes = 5;       // colour, alpha, depth

std::size_t pixels_of(const TrainingView& view) {
  return static_cast<std::size_t>(view.camera.width) * static_cast<std::size_t>(view.camera.height);
}

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

bool wants_depth(const TrainingView& view, const LoopOptions& loop) {
  return (loop.depth_weight > 0 && !view.depth.empty()) || (loop.sky_weight > 0 && !view.sky.empty());
}

// Adds up what views say, in their order.
class Summary {
 public:
  void add(const TrainingView& view, const ImageMetrics& metrics) {
    for (CameraQuality* quality : {&of(camera_of(view)), &all_}) {
      quality->psnr_db += metrics.psnr_db, quality->ssim += metrics.ssim;
      ++quality->views;
    }
  }
  void add(std::vector<float> errors) { errors_.insert(errors_.end(), errors.begin(), errors.end()); }

  Evaluation finish(bool held_out) {
    Evaluation out{.held_out = held_out};
    for (CameraQuality* quality : every()) {
      if (quality->views == 0) continue;
      quality->psnr_db /= static_cast<double>(quality->views), quality->ssim /= static_cast<double>(quality->views);
    }
    out.psnr_db = all_.psnr_db, out.ssim = all_.ssim, out.views = all_.views;
    out.cameras = std::move(cameras_);
    out.depth_samples = errors_.size();
    if (errors_.empty()) return out;
    out.depth_error_m = std::accumulate(errors_.begin(), errors_.end(), 0.0) / static_cast<double>(errors_.size());
    const auto middle = errors_.begin() + static_cast<std::ptrdiff_t>(errors_.size() / 2);
    std::nth_element(errors_.begin(), middle, errors_.end());
    out.median_depth_error_m = static_cast<double>(*middle);
    return out;
  }

 private:
  CameraQuality& of(std::string_view camera) {
    const auto found = std::find_if(cameras_.begin(), cameras_.end(), [&](auto& q) { return q.camera == camera; });
    if (found != cameras_.end()) return *found;
    return cameras_.emplace_back(CameraQuality{std::string(camera)});
  }
  std::vector<CameraQuality*> every() {
    std::vector<CameraQuality*> out{&all_};
    for (CameraQuality& quality : cameras_) out.push_back(&quality);
    return out;
  }
  CameraQuality all_;
  std::vector<CameraQuality> cameras_;
  std::vector<float> errors_;
};

}  // namespace

Result<Trainer> Trainer::create(TrainingData data, const TrainingOptions& options) {
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
    if (!data_.views[i].held_out) trainable_.push_back(i);
    largest = std::max(largest, pixels_of(data_.views[i]));
  }
  make_levels();
  image_.resize(kPlanes * largest), image_gradient_.resize(kPlanes * largest);
  if (options_.optimization.refine_exposure) exposed_.resize(kPlanes * largest);
  extent_m_ = options_.training.scene_extent_m > 0 ? options_.training.scene_extent_m : scene_extent_m(data_);
  sky_far_m_ = 0.5 * sky_radius_m(data_);
  GS_TRY(rasterizer_, make_differentiable_rasterizer(Backend::cpu));
  GS_TRY(state_.cloud, starting_cloud(data_, options_));
  GS_TRY(state_.adam, make_adam_state(state_.cloud.size(), options_.model.sh_degree));
  if (refines()) state_.corrections = make_correction_state(data_.views.size());
  return {};
}

void Trainer::make_levels() {
  if (options_.training.coarse_share <= 0) return;
  int longest = 0;
  for (const std::size_t i : trainable_) {
    longest = std::max({longest, data_.views[i].camera.width, data_.views[i].camera.height});
  }
  for (int divisor = 2; divisor <= 4 && longest / divisor >= kSmallestSide; divisor *= 2) {
    std::vector<TrainingView>& level = coarse_.emplace_back(data_.views.size());
    for (const std::size_t i : trainable_) level[i] = scaled_down(data_.views[i], 1.0 / divisor, 0);
  }
}

double Trainer::progress() const {
  return static_cast<double>(state_.iteration) / static_cast<double>(options_.training.iterations);
}

// 0: full resolution, 1: half, 2: a quarter. A function of the iteration alone.
int Trainer::level_of_step() const {
  const double share = options_.training.coarse_share, now = progress();
  const int wanted = now < kQuarterShare * share ? 2 : now < share ? 1 : 0;
  return std::min(wanted, static_cast<int>(coarse_.size()));
}

bool Trainer::refines() const { return options_.optimization.refine_exposure || options_.optimization.refine_pose; }

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

Result<ViewF> Trainer::kernel_view(const TrainingView& view, std::size_t index) const {
  const Rigid3d pose = options_.optimization.refine_pose
                           ? corrected_pose(correction_of(state_.corrections, data_.views, index), view.map_from_camera)
                           : view.map_from_camera;
  return make_view({.camera = view.camera, .map_from_camera = pose}, {});
}

Result<FrameStatistics> Trainer::render(const TrainingView& view, const ViewF& kernel_view, bool depth) {
  return rasterizer_->forward(std::as_const(state_.cloud).view(), kernel_view, planes_in(image_, view.camera, depth));
}

// The image as the camera would have exposed it.
ConstPlanes Trainer::exposed(const TrainingView& view, std::size_t index, bool depth) {
  const ConstPlanes image = as_const(planes_in(image_, view.camera, depth));
  if (!options_.optimization.refine_exposure) return image;
  const Planes out = planes_in(exposed_, view.camera, false);
  apply_exposure(correction_of(state_.corrections, data_.views, index), image, out);
  return {image.width, image.height, {out.color[0], out.color[1], out.color[2]}, image.alpha, image.depth};
}

Result<void> Trainer::fit_gradient() {
  if (gradient_.size() == state_.cloud.size() && gradient_.sh_degree() == state_.cloud.sh_degree()) return {};
  GS_TRY(gradient_, GaussianCloud::create(state_.cloud.size(), state_.cloud.sh_degree()));
  return {};
}

// Leaves dL/d(image) in image_gradient_ and dL/d(exposure) in `correction`.
LossValue Trainer::compare(const TrainingView& view, std::size_t index, ViewCorrection& correction) {
  const LoopOptions& loop = options_.training;
  const bool depth = wants_depth(view, loop);
  const ConstPlanes image = as_const(planes_in(image_, view.camera, depth));
  const Planes gradient = planes_in(image_gradient_, view.camera, depth);
  LossValue loss = loss_.evaluate(exposed(view, index, depth), view.target(), loop.dssim_weight, gradient);
  if (options_.optimization.refine_exposure) {
    correction = exposure_vjp(state_.corrections.values[index], image, gradient);
  }
  if (!depth) return loss;
  fill_zero(gradient, gradient.alpha), fill_zero(gradient, gradient.depth);
  if (loop.depth_weight > 0 && !view.depth.empty()) {
    loss.depth = add_depth_loss(image, view.depth, loop.depth_weight, gradient);
  }
  if (loop.sky_weight > 0 && !view.sky.empty()) {
    const SkyPixels sky{view.sky.data(), view.mask.empty() ? nullptr : view.mask.data(), sky_far_m_};
    loss.sky = add_sky_loss(image, sky, loop.sky_weight, gradient);
  }
  loss.total += loop.depth_weight * loss.depth + loop.sky_weight * loss.sky;
  return loss;
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
  const std::size_t index = view_of_step();
  const int level = level_of_step();
  const TrainingView& view = level == 0 ? data_.views[index] : coarse_[static_cast<std::size_t>(level) - 1][index];
  const MutableCloudView cloud = state_.cloud.view();
  const bool depth = wants_depth(view, loop);
  GS_CHECK(fit_gradient());
  GS_TRY(const ViewF camera, kernel_view(view, index));
  GS_TRY(const FrameStatistics frame, render(view, camera, depth));
  ViewCorrection correction;
  const LossValue loss = compare(view, index, correction);
  ConstPlanes image_gradient = as_const(planes_in(image_gradient_, view.camera, depth));
  if (!depth) image_gradient.alpha = nullptr;
  GS_TRY(const PoseGrad<float> pose,
         rasterizer_->backward(cloud, camera, as_const(planes_in(image_, view.camera, depth)), image_gradient,
                               gradient_.view()));
  regularise();
  const int64_t degree_interval = std::max<int64_t>(1, loop.iterations / kDegreeSteps);
  const auto active_degree =
      static_cast<int>(std::min<int64_t>(3, static_cast<int64_t>(state_.iteration) / degree_interval));
  const AdamRates step_rates = rates();
  adam_step(cloud, std::as_const(gradient_).view(), state_.adam, step_rates, active_degree);
  if (refines()) {
    if (options_.optimization.refine_pose && progress() >= kPoseWarmUp) {
      correction.translation = {pose.translation.x, pose.translation.y, pose.translation.z};
      correction.rotation = {pose.rotation.x, pose.rotation.y, pose.rotation.z};
    }
    const double visits = static_cast<double>(loop.iterations) / static_cast<double>(trainable_.size());
    correct_view(state_.corrections, index, correction, correction_rates(visits, progress()));
  }
  if (loop.strategy != "none") {
    add_density_statistics(state_.density, rasterizer_->splat_gradients(), cloud.size, view.camera.width,
                           view.camera.height);
  }
  ++state_.iteration;
  if (loop.strategy == "mcmc") {
    add_mcmc_noise(cloud, rasterizer_->splat_gradients(),
                   {loop.seed, state_.iteration, step_rates.position, extent_m_});
  }
  GS_CHECK(change_number());
  return StepReport{loss, frame.visible};
}

Result<void> Trainer::change_number() {
  const LoopOptions& loop = options_.training;
  const auto now = static_cast<int64_t>(state_.iteration);
  const bool due = now % loop.densify.interval == 0 && now >= loop.densify.start_iter && now <= loop.densify.end_iter;
  if (!due) return {};
  const auto most = static_cast<std::size_t>(loop.max_gaussians);
  if (loop.strategy == "mcmc") GS_CHECK(mcmc_refine(state_, {.seed = loop.seed, .max_gaussians = most}));
  if (loop.strategy != "adc") return {};
  GS_CHECK(adc_refine(state_, {.seed = loop.seed,
                               .max_gaussians = most,
                               .grad_threshold = loop.densify.grad_threshold,
                               .extent_m = extent_m_}));
  const int64_t reset = kResetEvery * loop.densify.interval;
  if (now % reset == 0 && now + reset <= loop.densify.end_iter) reset_opacities(state_);
  return {};
}

Result<Evaluation> Trainer::evaluate() {
  const bool held_out = trainable_.size() < data_.views.size();
  Summary summary;
  for (std::size_t i = 0; i < data_.views.size(); ++i) {
    const TrainingView& view = data_.views[i];
    if (view.held_out != held_out) continue;
    const bool depth = !view.depth.empty();
    GS_TRY(const ViewF camera, kernel_view(view, i));
    GS_CHECK(render(view, camera, depth));
    const ConstPlanes image = exposed(view, i, depth);
    const ImageMetrics metrics = loss_.compare(image, view.target());
    if (metrics.pixels == 0) continue;  // all masked
    summary.add(view, metrics);
    if (depth) summary.add(depth_errors(image, view.depth));
  }
  return summary.finish(held_out);
}

Result<void> Trainer::set_state(TrainingState state) {
  if (state.cloud.sh_degree() != options_.model.sh_degree) {
    return fail(ErrorCode::invalid_argument, "the checkpoint has SH degree {}, the options ask for {}",
                state.cloud.sh_degree(), options_.model.sh_degree);
  }
  if (refines() && state.corrections.values.size() != data_.views.size()) {
    return fail(ErrorCode::invalid_argument, "the checkpoint corrects {} images, the data set has {}",
                state.corrections.values.size(), data_.views.size());
  }
  state_ = std::move(state);
  return {};
}

Result<SplatImage> Trainer::render_view(std::size_t view) {
  const TrainingView& chosen = data_.views[view];
  GS_TRY(const ViewF camera, kernel_view(chosen, view));
  GS_CHECK(render(chosen, camera, false));
  return to_splat_image(exposed(chosen, view, false));
}

std::size_t Trainer::memory_bytes() const {
  std::size_t bytes = state_.cloud.memory_bytes() + gradient_.memory_bytes() + state_.adam.first.memory_bytes() +
                      state_.adam.second.memory_bytes();
  bytes += (image_.size() + exposed_.size() + image_gradient_.size()) * sizeof(float);
  const auto add = [&](const std::vector<TrainingView>& views) {
    for (const TrainingView& v : views) {
      bytes += v.rgb8.size() + v.mask.size() + v.sky.size() + v.depth.size() * sizeof(DepthSample);
    }
  };
  add(data_.views);
  for (const std::vector<TrainingView>& level : coarse_) add(level);
  return bytes;
}

Result<TrainingState> Trainer::copy_state() { return copy_of(state_); }

}  // namespace gs
