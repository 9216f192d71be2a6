// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/actors/actor_corrections.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "gs/splat/kernel/sh.h"
#include "gs/splat/train/optimise/adam_kernel.h"

namespace gs::splat::train {
namespace {

constexpr double kKeySpacing_s = 0.5;
constexpr std::size_t kLeastKeys = 3, kMostKeys = 2000;
constexpr double kOffsetsFrom = 0.1, kOffsetsUntil = 0.8;  // progress between which offsets move
constexpr double kReach = 2;                               // sum of the rates of a run, in units of the bound
constexpr double kMostShare = 0.01;                        // largest rate of a step, in units of the bound
constexpr double kPull = 0.1;                              // pull to zero at the bound, as a share of the rate

LearnedTriples zero_triples(std::size_t count) {
  LearnedTriples out;
  for (auto* part : {&out.values, &out.first, &out.second}) part->resize(count);
  out.steps.resize(count);
  return out;
}

// Share of its bound that a number moves in a step, if it is visited `visits` times in a run.
double share_of_step(double visits, double progress) {
  return std::min(kReach / std::max(visits, 1.0), kMostShare) * (1 - 0.9 * std::clamp(progress, 0.0, 1.0));
}

// One Adam step for entry `at`, then the pull to zero.
void learn(LearnedTriples& all, std::size_t at, const std::array<double, 3>& gradient, const Triple& bounds,
           double share) {
  const AdamBias bias = adam_bias(++all.steps[at]);
  for (std::size_t c = 0; c < 3; ++c) {
    const auto g = static_cast<float>(gradient[c]);
    if (!std::isfinite(g)) continue;
    float& x = all.values[at][c];
    const auto rate = static_cast<float>(bias.first * share * static_cast<double>(bounds[c]));
    adam_update(x, g, all.first[at][c], all.second[at][c], rate, bias.root);
    x = std::clamp(static_cast<float>(1 - kPull * share) * x, -bounds[c], bounds[c]);
  }
}

// Subtracts the mean over the steps from all that had one: what they share belongs to the asset.
void centre(LearnedTriples& all) {
  double sum = 0;
  std::array<double, 3> mean{};
  for (std::size_t k = 0; k < all.steps.size(); ++k) {
    sum += all.steps[k];
    for (std::size_t c = 0; c < 3; ++c) mean[c] += all.steps[k] * static_cast<double>(all.values[k][c]);
  }
  for (std::size_t k = 0; k < all.steps.size(); ++k) {
    if (all.steps[k] == 0) continue;
    for (std::size_t c = 0; c < 3; ++c) all.values[k][c] -= static_cast<float>(mean[c] / sum);
  }
}

// The keys around a time and the share of the later one.
struct Between {
  std::size_t before = 0, after = 0;
  double share = 0;
};
Between keys_around(std::span<const double> times, double time_s) {
  const auto later = std::ranges::upper_bound(times, time_s);
  if (later == times.begin()) return {};
  if (later == times.end()) return {times.size() - 1, times.size() - 1, 0};
  const auto k = static_cast<std::size_t>(later - times.begin());
  return {k - 1, k, (time_s - times[k - 1]) / (times[k] - times[k - 1])};
}

// Keys from the first to the last trained view that shows the actor; empty if a time is missing.
void plan_keys(const TrainingData& data, std::size_t actor, ActorCorrectionPlan& plan) {
  std::vector<double> times;
  for (const TrainingView& view : data.views) {
    const auto seen = std::ranges::find(view.actors, actor, &ActorSighting::actor);
    if (seen == view.actors.end() || view.held_out) continue;
    if (!view.timestamp_s || !std::isfinite(*view.timestamp_s)) return;
    times.push_back(*view.timestamp_s);
  }
  if (times.empty()) return;
  const auto [low, high] = std::ranges::minmax(times);
  const double intervals = std::floor((high - low) / kKeySpacing_s);
  if (!(intervals + 1 >= kLeastKeys) || intervals + 1 > kMostKeys) return;
  const auto count = static_cast<std::size_t>(intervals) + 1;
  for (std::size_t k = 0; k < count; ++k) {
    plan.times_s.push_back(low + (high - low) * static_cast<double>(k) / static_cast<double>(count - 1));
  }
  plan.weights.assign(count, 0.0);
  for (const double time : times) {
    const Between at = keys_around(plan.times_s, time);
    plan.weights[at.before] += 1 - at.share, plan.weights[at.after] += at.share;
  }
}

void correct_offsets(const ActorCorrectionPlan& plan, ActorCorrections& corrections, const ActorCorrectionStep& step) {
  if (step.progress < kOffsetsFrom || step.progress > kOffsetsUntil) return;
  const double yaw = offset_at(plan, corrections, step.time_s).z;
  const Vec3d by = offset_gradient(step.view, step.by_pose, yaw);
  const Between at = keys_around(plan.times_s, step.time_s);
  constexpr Triple kBounds{kMostOffset_m, kMostOffset_m, kMostOffset_rad};
  LearnedTriples& offsets = corrections.offsets;
  const auto move = [&](std::size_t key, double weight) {
    const double share = share_of_step(step.steps_a_view * plan.weights[key], step.progress);
    learn(offsets, key, {weight * by.x, weight * by.y, weight * by.z}, kBounds, share);
    // Smoothness: a pull to the mean of both neighbours.
    if (key == 0 || key + 1 == offsets.values.size()) return;
    const Triple &before = offsets.values[key - 1], &after = offsets.values[key + 1];
    for (std::size_t c = 0; c < 3; ++c) {
      float& x = offsets.values[key][c];
      x += static_cast<float>(kPull * share) * (0.5f * (before[c] + after[c]) - x);
    }
  };
  move(at.before, 1 - at.share);
  if (at.after != at.before) move(at.after, at.share);
  centre(offsets);
}

}  // namespace

std::vector<ActorCorrectionPlan> plan_actor_corrections(const TrainingData& data, std::span<const std::size_t> cameras,
                                                        const LoopOptions& options) {
  std::vector<ActorCorrectionPlan> out(data.actors.size());
  const std::size_t count = cameras.empty() ? 0 : 1 + std::ranges::max(cameras);
  for (ActorCorrectionPlan& plan : out) plan.sightings.assign(count, 0.0);
  for (std::size_t i = 0; i < data.views.size(); ++i) {
    if (data.views[i].held_out) continue;
    for (const ActorSighting& sighting : data.views[i].actors) ++out[sighting.actor].sightings[cameras[i]];
  }
  for (std::size_t k = 0; k < out.size(); ++k) {
    const auto seen = std::ranges::count_if(out[k].sightings, [](double views) { return views > 0; });
    if (!options.actor_gains || seen < 2) out[k].sightings.clear();
    if (options.refine_actor_poses) plan_keys(data, k, out[k]);
  }
  return out;
}

std::vector<ActorCorrections> initial_actor_corrections(std::span<const ActorCorrectionPlan> plans) {
  std::vector<ActorCorrections> out;
  for (const ActorCorrectionPlan& plan : plans) {
    out.push_back({zero_triples(plan.sightings.size()), zero_triples(plan.times_s.size())});
  }
  return out;
}

bool fit(std::span<const ActorCorrectionPlan> plans, std::span<const ActorCorrections> corrections) {
  return std::ranges::equal(plans, corrections, [](const ActorCorrectionPlan& plan, const ActorCorrections& state) {
    return plan.sightings.size() == state.gains.values.size() && plan.times_s.size() == state.offsets.values.size();
  });
}

Vec3f gain_of(const ActorCorrections& corrections, std::size_t camera) {
  if (corrections.gains.values.empty()) return {1, 1, 1};
  const Triple& log_gain = corrections.gains.values[camera];
  return {std::exp(log_gain[0]), std::exp(log_gain[1]), std::exp(log_gain[2])};
}

Vec3d offset_at(const ActorCorrectionPlan& plan, const ActorCorrections& corrections, double time_s) {
  if (corrections.offsets.values.empty()) return {};
  const Between at = keys_around(plan.times_s, time_s);
  const Triple &before = corrections.offsets.values[at.before], &after = corrections.offsets.values[at.after];
  const auto mix = [&](std::size_t c) {
    return (1 - at.share) * static_cast<double>(before[c]) + at.share * static_cast<double>(after[c]);
  };
  return {mix(0), mix(1), mix(2)};
}

Rigid3d with_offset(const Rigid3d& map_from_actor, Vec3d offset) {
  return map_from_actor * Rigid3d{Quaterniond::from_axis_angle({0, 0, 1}, offset.z), {offset.x, offset.y, 0}};
}

Vec3d gain_gradient(const CloudView& cloud, const CloudView& gradient) {
  // colour = gain (0.5 + sum of coefficients times basis), where it is not clamped: so dL/d(log gain) is the sum of
  // coefficients times their gradients, and 0.5 times dL/d(sum) = 0.5 / C0 times the gradient of degree 0.
  const int coefficients = cloud.coefficients();
  double sum[3] = {};
  for (std::size_t i = 0; i < cloud.size; ++i) {
    const float *sh = cloud.sh_of(i), *by = gradient.sh_of(i);
    for (int c = 0; c < 3; ++c) {
      double one = 0.5 / kShC0 * static_cast<double>(by[c * coefficients]);
      for (int k = 0; k < coefficients; ++k) {
        one += static_cast<double>(sh[c * coefficients + k]) * static_cast<double>(by[c * coefficients + k]);
      }
      sum[c] += one;
    }
  }
  return {sum[0], sum[1], sum[2]};
}

Vec3d offset_gradient(const ViewF& view, const PoseGrad<float>& by_motion, double yaw_rad) {
  // camera_from_actor exp(d) = exp(Ad d) camera_from_actor: translation R t + p x R w, rotation R w.
  const Vec3d t = cast<double>(by_motion.translation), w = cast<double>(by_motion.rotation);
  const Vec3d origin = cast<double>(rotate(view.camera_from_map, Vec3f{} - view.position));
  const Vec3d by_translation = rotate_back(view.camera_from_map, t);
  const Vec3d by_rotation = rotate_back(view.camera_from_map, w + cross(t, origin));
  // x and y are moved before the yaw is applied.
  const double c = std::cos(yaw_rad), s = std::sin(yaw_rad);
  return {c * by_translation.x - s * by_translation.y, s * by_translation.x + c * by_translation.y, by_rotation.z};
}

void correct_actor(const ActorCorrectionPlan& plan, ActorCorrections& corrections, const ActorCorrectionStep& step) {
  if (!plan.sightings.empty()) {
    const double share = share_of_step(step.steps_a_view * plan.sightings[step.camera], step.progress);
    constexpr Triple kBounds{kMostLogGain, kMostLogGain, kMostLogGain};
    learn(corrections.gains, step.camera, {step.by_gain.x, step.by_gain.y, step.by_gain.z}, kBounds, share);
    centre(corrections.gains);
  }
  if (!plan.times_s.empty()) correct_offsets(plan, corrections, step);
}

}  // namespace gs::splat::train
