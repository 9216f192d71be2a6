// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/density/mcmc.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "gs/core/parallel.h"

namespace gs::splat::train {
namespace {

constexpr double kLeastPull = 0.1;  // image gradient of unseen Gaussians, relative to the mean

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double logit(double p) { return std::log(p / (1 - p)); }

bool is_finite(const CloudView& cloud, std::size_t i) {
  const Quaternionf q = cloud.rotation_of(i);
  return gs::is_finite(cloud.position_of(i)) && gs::is_finite(cloud.log_scale_of(i)) &&
         std::isfinite(q.x + q.y + q.z + q.w) && std::isfinite(cloud.opacity_logit[i]);
}

// Sampling weight of every Gaussian: opacity times mean image gradient, plus a tenth of the average gradient so that
// unseen Gaussians keep a chance. Dead ones have weight 0.
std::vector<double> living_weights(const CloudView& cloud, const DensityStatistics& statistics, double dead_opacity) {
  std::vector<double> weights(cloud.size);
  const bool counted = statistics.count.size() == cloud.size;
  double mean = 0;
  for (std::size_t i = 0; counted && i < cloud.size; ++i) mean += static_cast<double>(statistics.mean_pull(i));
  const double least = kLeastPull * mean / static_cast<double>(std::max<std::size_t>(1, cloud.size));
  parallel_for(cloud.size, [&](std::size_t i) {
    const double opacity = sigmoid(static_cast<double>(cloud.opacity_logit[i]));
    const double pull = mean > 0 ? static_cast<double>(statistics.mean_pull(i)) + least : 1.0;
    weights[i] = is_finite(cloud, i) && opacity > dead_opacity ? opacity * pull : 0.0;
  });
  return weights;
}

// Identifies a random draw.
struct DrawOf {
  uint64_t seed, iteration;
  uint32_t purpose;
};

// Draws `count` living Gaussians with replacement, in proportion to their weights (inverse of the cumulative sum).
// Empty if no Gaussian is alive.
std::vector<uint32_t> draw(const std::vector<double>& weights, std::size_t count, const DrawOf& of) {
  std::vector<double> sums(weights.size());
  std::partial_sum(weights.begin(), weights.end(), sums.begin());
  if (sums.empty() || !(sums.back() > 0)) return {};
  std::vector<uint32_t> chosen(count);
  parallel_for(count, [&](std::size_t k) {
    const double ticket = Random(of.seed, of.purpose, of.iteration << 32 | k).uniform() * sums.back();
    auto at = static_cast<std::size_t>(std::upper_bound(sums.begin(), sums.end(), ticket) - sums.begin());
    at = std::min(at, weights.size() - 1);
    while (weights[at] == 0) --at;  // rounding can select a dead Gaussian at the very end
    chosen[k] = static_cast<uint32_t>(at);
  });
  return chosen;
}

// Copies all parameters of one Gaussian to another index.
void copy_gaussian(const MutableCloudView& cloud, std::size_t from, std::size_t to) {
  cloud.set_position(to, cloud.position_of(from));
  cloud.set_log_scale(to, cloud.log_scale_of(from));
  cloud.set_rotation(to, cloud.rotation_of(from));
  cloud.opacity_logit[to] = cloud.opacity_logit[from];
  std::copy_n(cloud.sh_of(from), 3 * cloud.coefficients(), cloud.sh_of(to));
}

// Makes targets[k] a copy of sources[k]. Sources and copies share opacity and size by mcmc_share(), so that the
// rendered image stays nearly the same. Adam moments of all touched Gaussians become zero.
void share_out(TrainingState& state, const std::vector<uint32_t>& sources, const std::vector<uint32_t>& targets,
               double dead_opacity) {
  const MutableCloudView cloud = state.cloud.view(), first = state.adam.first.view(), second = state.adam.second.view();
  // A source that was drawn n times becomes n + 1 equal Gaussians.
  std::vector<int> copies(cloud.size, 0);
  for (const uint32_t source : sources) ++copies[source];
  for (std::size_t i = 0; i < cloud.size; ++i) {
    if (copies[i] == 0) continue;
    const McmcShare share = mcmc_share(sigmoid(static_cast<double>(cloud.opacity_logit[i])), copies[i] + 1);
    const double opacity = std::clamp(share.opacity, 1.001 * dead_opacity, 1 - 1e-6);
    cloud.opacity_logit[i] = static_cast<float>(logit(opacity));
    const auto step = static_cast<float>(std::log(share.scale));
    cloud.set_log_scale(i, cloud.log_scale_of(i) + Vec3f{step, step, step});
    clear_gaussian(first, i), clear_gaussian(second, i);
  }
  for (std::size_t k = 0; k < sources.size(); ++k) {
    copy_gaussian(cloud, sources[k], targets[k]);
    clear_gaussian(first, targets[k]), clear_gaussian(second, targets[k]);
  }
}

// Appends `count` Gaussians with undefined content to the cloud and its moments.
Result<void> enlarge(TrainingState& state, std::size_t count) {
  std::vector<uint32_t> indices(state.cloud.size() + count, 0);
  std::iota(indices.begin(), indices.end() - static_cast<std::ptrdiff_t>(count), 0u);
  for (GaussianCloud* cloud : {&state.cloud, &state.adam.first, &state.adam.second}) {
    GS_TRY(*cloud, gather(std::as_const(*cloud).view(), indices));
  }
  return {};
}

}  // namespace

std::size_t mcmc_grown_size(std::size_t before, const McmcOptions& options) {
  const auto grown = static_cast<std::size_t>(static_cast<double>(before) * (1 + options.growth));
  return std::max(before, std::min(grown, options.max_gaussians));
}

Result<McmcChange> mcmc_refine(TrainingState& state, const McmcOptions& options) {
  McmcChange change;
  // 1. Relocate the dead.
  const std::vector<double> weights = living_weights(state.cloud.view(), state.density, options.dead_opacity);
  std::vector<uint32_t> dead;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0) dead.push_back(static_cast<uint32_t>(i));
  }
  const auto relocated = draw(weights, dead.size(), {options.seed, state.iteration, purpose("mcmc_relocate")});
  if (!relocated.empty()) {
    share_out(state, relocated, dead, options.dead_opacity);
    change.relocated = relocated.size();
  }

  // 2. Grow towards the cap; weights are computed anew because relocation changed opacities.
  const std::size_t before = state.cloud.size();
  const std::size_t after = mcmc_grown_size(before, options);
  const auto sources = draw(living_weights(state.cloud.view(), state.density, options.dead_opacity), after - before,
                            {options.seed, state.iteration, purpose("mcmc_add")});
  state.density = {};
  if (sources.empty()) return change;
  GS_CHECK(enlarge(state, sources.size()));
  std::vector<uint32_t> added(sources.size());
  std::iota(added.begin(), added.end(), static_cast<uint32_t>(before));
  share_out(state, sources, added, options.dead_opacity);
  change.added = sources.size();
  return change;
}

void add_mcmc_noise(const MutableCloudView& cloud, const SplatGradPlanes& seen, const McmcNoise& noise) {
  const float* opacity_gradient = seen.plane[SplatGradPlanes::opacity];
  parallel_for(cloud.size, [&](std::size_t i) {
    // Zero gradient: not seen in this step.
    if (opacity_gradient[i] == 0) return;
    const Gaussian<float> g{cloud.position_of(i), cloud.log_scale_of(i), cloud.rotation_of(i), cloud.opacity_logit[i]};
    cloud.set_position(i, g.mean + cast<float>(mcmc_noise(g, i, noise)));
  });
}

}  // namespace gs::splat::train
