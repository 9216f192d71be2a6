// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/actors/actor_state.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "gs/core/parallel.h"
#include "gs/splat/train/actors/actor_limits.h"
#include "gs/splat/train/training_engine.h"

namespace gs::splat::train {
namespace {

constexpr double kFewSides = std::numbers::pi / 6, kManySides = std::numbers::pi / 2;  // bearing [rad]
constexpr float kLeastOpacity = 0.02f;

// Range of directions from which trained views see an actor, in its own frame [rad]: a full turn less the largest gap.
double bearing_range(const TrainingData& data, std::size_t actor) {
  std::vector<double> bearings;
  for (const TrainingView& view : data.views) {
    if (view.held_out) continue;
    for (const ActorSighting& sighting : view.actors) {
      if (sighting.actor != actor) continue;
      const Vec3d camera = sighting.map_from_actor.inverse() * view.map_from_camera.translation;
      bearings.push_back(std::atan2(camera.y, camera.x));
    }
  }
  if (bearings.size() < 2) return 0;
  std::ranges::sort(bearings);
  double gap = bearings.front() + 2 * std::numbers::pi - bearings.back();
  for (std::size_t i = 1; i < bearings.size(); ++i) gap = std::max(gap, bearings[i] - bearings[i - 1]);
  return 2 * std::numbers::pi - gap;
}

}  // namespace

Result<ActorState> copy_of(const ActorState& state) {
  ActorState out;
  GS_TRY(out.cloud, copy_of(state.cloud.view()));
  GS_TRY(out.adam.first, copy_of(state.adam.first.view()));
  GS_TRY(out.adam.second, copy_of(state.adam.second.view()));
  out.adam.steps = state.adam.steps;
  return out;
}

Result<std::vector<ActorState>> initial_actors(const TrainingData& data, int sh_degree) {
  std::vector<ActorState> out(data.actors.size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    const double range = bearing_range(data, k);
    const GaussianCloud& painted = *data.actors[k].painted;
    const int by_range = range > kManySides ? 2 : range > kFewSides ? 1 : 0;
    const int degree = std::min(sh_degree, std::max(by_range, std::min(painted.sh_degree(), 2)));
    GS_TRY(out[k].cloud, with_sh_degree(painted.view(), degree));
    GS_TRY(out[k].adam, make_adam_state(painted.size(), degree));
  }
  return out;
}

void step_actor(ActorState& state, const CloudView& gradient, const TrainedActor& actor, const AdamRates& rates,
                int active_sh_degree) {
  const MutableCloudView cloud = state.cloud.view();
  adam_step(cloud, gradient, state.adam, rates, active_sh_degree);
  const ActorLimits limits = limits_of(actor.size_m);
  parallel_for(cloud.size, [&](std::size_t i) {
    cloud.set_position(i, position_within(limits, cloud.position_of(i)));
    cloud.set_log_scale(i, log_scale_within(limits, cloud.log_scale_of(i)));
  });
}

Result<GaussianCloud> finished_actor(const CloudView& cloud) {
  GS_TRY(const GaussianCloud finished, finished_cloud(cloud));
  const CloudView view = finished.view();
  std::vector<uint32_t> visible;
  for (std::size_t i = 0; i < view.size; ++i) {
    if (1.0f / (1.0f + std::exp(-view.opacity_logit[i])) >= kLeastOpacity) visible.push_back(static_cast<uint32_t>(i));
  }
  return gather(view, visible);
}

}  // namespace gs::splat::train
