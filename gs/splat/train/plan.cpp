// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/plan.h"

#include <algorithm>
#include <cmath>

#include "gs/core/random.h"
#include "gs/splat/rasterizer.h"

namespace gs {
namespace {

constexpr double kPositionDecay = 0.01;         // of the rate, over the whole run
constexpr double kRestRate = 1.0 / 20;          // of higher SH degrees, relative to degree 0
constexpr int64_t kDegreeSteps = 30;            // a degree is added after each thirtieth of the run
constexpr double kSkyNear = 50, kSkyFar = 450;  // [m]

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

Result<TrainingPlan> make_training_plan(TrainingData data, const TrainingOptions& options) {
  GS_CHECK(check_options(options));
  GS_CHECK(check_training_data(data));
  TrainingPlan plan{.options = options, .data = std::move(data)};
  for (std::size_t i = 0; i < plan.data.views.size(); ++i) {
    TrainingView& view = plan.data.views[i];
    view = scaled_down(std::move(view), options.training.image_scale, options.training.max_image_side);
    GS_TRY(const ViewF kernel_view, make_view({.camera = view.camera, .map_from_camera = view.map_from_camera}, {}));
    plan.views.push_back(kernel_view);
    if (!view.held_out) plan.trainable.push_back(i);
  }
  plan.extent_m = options.training.scene_extent_m > 0 ? options.training.scene_extent_m : scene_extent_m(plan.data);
  return plan;
}

Result<TrainingState> initial_state(const TrainingPlan& plan) {
  // Half of the cap at most: the rest goes to where the images ask for more.
  const LoopOptions& loop = plan.options.training;
  const bool grows = loop.strategy != "none";
  const uint64_t room = std::max<uint64_t>(1, grows ? (loop.max_gaussians + 1) / 2 : loop.max_gaussians);
  TrainingState state;
  GS_TRY(state.cloud, initial_cloud(plan.data.points, {.sh_degree = plan.options.model.sh_degree,
                                                       .max_gaussians = static_cast<std::size_t>(room),
                                                       .seed = loop.seed}));
  if (loop.sky_gaussians > 0) {
    GS_TRY(const GaussianCloud sky, sky_dome(sky_of(plan.data, plan.options)));
    GS_TRY(state.cloud, concatenate(std::as_const(state.cloud).view(), sky.view()));
  }
  GS_TRY(state.adam, make_adam_state(state.cloud.size(), plan.options.model.sh_degree));
  return state;
}

Result<void> check_state(const TrainingPlan& plan, const TrainingState& state) {
  if (state.cloud.sh_degree() == plan.options.model.sh_degree) return {};
  return fail(ErrorCode::invalid_argument, "the checkpoint has SH degree {}, the options ask for {}",
              state.cloud.sh_degree(), plan.options.model.sh_degree);
}

std::size_t view_of_step(const TrainingPlan& plan, uint64_t iteration) {
  const uint64_t round = iteration / plan.trainable.size();
  Random random(plan.options.training.seed, purpose("view_order"), round);
  std::vector<std::size_t> order(plan.trainable);
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[random.below(static_cast<uint32_t>(i))]);
  }
  return order[iteration % plan.trainable.size()];
}

AdamRates rates_of_step(const TrainingPlan& plan, uint64_t iteration) {
  const LearningRateOptions& rate = plan.options.training.learning_rate;
  const double progress = static_cast<double>(iteration) / static_cast<double>(plan.options.training.iterations);
  return {.position = rate.position * plan.extent_m * std::pow(kPositionDecay, std::min(progress, 1.0)),
          .log_scale = rate.scaling,
          .rotation = rate.rotation,
          .opacity_logit = rate.opacity,
          .color = rate.feature,
          .color_rest = rate.feature * kRestRate};
}

int active_sh_degree(const TrainingPlan& plan, uint64_t iteration) {
  const int64_t interval = std::max<int64_t>(1, plan.options.training.iterations / kDegreeSteps);
  return static_cast<int>(std::min<int64_t>(3, static_cast<int64_t>(iteration) / interval));
}

bool refines_after(const TrainingPlan& plan, uint64_t iteration) {
  const LoopOptions& loop = plan.options.training;
  const auto now = static_cast<int64_t>(iteration);
  return loop.strategy == "mcmc" && now % loop.densify.interval == 0 && now >= loop.densify.start_iter &&
         now <= loop.densify.end_iter;
}

}  // namespace gs
