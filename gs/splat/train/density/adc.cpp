// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/density/adc.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"

namespace gs::splat::train {
namespace {

constexpr double kSmall = 0.01;  // of the extent: largest standard deviation that is cloned
constexpr double kCut = 1.6;     // the halves of a split Gaussian are smaller by this factor (Kerbl et al. 2023)
constexpr float kResetLogit = -4.59512f;  // opacity 0.01

// True if finite and opaque enough to be kept.
bool is_alive(const CloudView& cloud, std::size_t i, double dead_opacity) {
  const double opacity = 1 / (1 + std::exp(-static_cast<double>(cloud.opacity_logit[i])));
  return is_finite(cloud.position_of(i)) && is_finite(cloud.log_scale_of(i)) && opacity >= dead_opacity;
}

// Indices of the Gaussians to clone or split: living ones above the threshold, at most `room`, the largest mean
// gradients first; returned in ascending order.
std::vector<uint32_t> strongest(const DensityStatistics& statistics, const std::vector<uint8_t>& alive,
                                double threshold, std::size_t room) {
  std::vector<uint32_t> chosen;
  const auto mean = [&](std::size_t i) { return statistics.mean_pull(i); };
  for (std::size_t i = 0; i < alive.size(); ++i) {
    if (alive[i] && static_cast<double>(mean(i)) > threshold) chosen.push_back(static_cast<uint32_t>(i));
  }
  if (chosen.size() > room) {
    const auto stronger = [&](uint32_t a, uint32_t b) { return mean(a) != mean(b) ? mean(a) > mean(b) : a < b; };
    std::nth_element(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(room), chosen.end(), stronger);
    chosen.resize(room);
    std::sort(chosen.begin(), chosen.end());
  }
  return chosen;
}

// Random position distributed as the Gaussian itself.
Vec3f drawn_position(const CloudView& cloud, std::size_t i, Random& random) {
  const Vec3d s = cast<double>(cloud.log_scale_of(i));
  const Vec3d local{random.normal() * std::exp(s.x), random.normal() * std::exp(s.y), random.normal() * std::exp(s.z)};
  const Quaternionf q = cloud.rotation_of(i);
  return cloud.position_of(i) + cast<float>(normalized(Quaterniond{q.x, q.y, q.z, q.w}) * local);
}

}  // namespace

Result<AdcChange> adc_refine(TrainingState& state, const AdcOptions& options) {
  const std::size_t before = state.cloud.size();
  state.density.pull.resize(before, 0.0f), state.density.count.resize(before, 0.0f);
  AdcChange change;
  // 1. Remove faint and non-finite Gaussians.
  std::vector<uint8_t> alive(before);
  parallel_for(before, [&](std::size_t i) {
    alive[i] = is_alive(std::as_const(state.cloud).view(), i, options.dead_opacity) ? 1 : 0;
  });
  std::vector<uint32_t> indices;
  for (std::size_t i = 0; i < before; ++i) {
    if (alive[i]) indices.push_back(static_cast<uint32_t>(i));
  }
  if (indices.empty()) indices.push_back(0);  // a cloud is never empty
  change.removed = before - indices.size();
  // 2. Choose the Gaussians to double, as many as the cap allows, and append their copies behind the survivors.
  const std::size_t room = options.max_gaussians > indices.size() ? options.max_gaussians - indices.size() : 0;
  const std::vector<uint32_t> doubled = strongest(state.density, alive, options.grad_threshold, room);
  std::vector<uint32_t> place(before, 0);  // new index of each survivor
  for (std::size_t k = 0; k < indices.size(); ++k) place[indices[k]] = static_cast<uint32_t>(k);
  const std::size_t survivors = indices.size();
  indices.insert(indices.end(), doubled.begin(), doubled.end());
  for (GaussianCloud* cloud : {&state.cloud, &state.adam.first, &state.adam.second}) {
    GS_TRY(*cloud, gather(std::as_const(*cloud).view(), indices));
  }
  // 3. Small Gaussians stay as two equal copies (clone). Large ones are replaced by two smaller ones at positions drawn
  // from the original (split).
  const MutableCloudView cloud = state.cloud.view(), first = state.adam.first.view(), second = state.adam.second.view();
  const auto cut = static_cast<float>(std::log(kCut));
  for (std::size_t k = 0; k < doubled.size(); ++k) {
    const std::size_t copy = survivors + k, original = place[doubled[k]];
    clear_gaussian(first, copy), clear_gaussian(second, copy);
    const Vec3f s = cloud.log_scale_of(copy);
    if (std::exp(static_cast<double>(std::max({s.x, s.y, s.z}))) <= kSmall * options.extent_m) {
      ++change.cloned;
      continue;
    }
    ++change.split;
    Random random(options.seed, purpose("adc_split"), state.iteration << 32 | k);
    const Vec3f a = drawn_position(cloud, copy, random), b = drawn_position(cloud, copy, random);
    cloud.set_position(original, a), cloud.set_position(copy, b);
    for (const std::size_t i : {original, copy}) cloud.set_log_scale(i, s - Vec3f{cut, cut, cut});
    clear_gaussian(first, original), clear_gaussian(second, original);
  }
  state.density = {};
  return change;
}

void reset_opacities(TrainingState& state) {
  const MutableCloudView cloud = state.cloud.view(), first = state.adam.first.view(), second = state.adam.second.view();
  for (std::size_t i = 0; i < cloud.size; ++i) {
    cloud.opacity_logit[i] = std::min(cloud.opacity_logit[i], kResetLogit);
    first.opacity_logit[i] = second.opacity_logit[i] = 0;
  }
}

}  // namespace gs::splat::train
