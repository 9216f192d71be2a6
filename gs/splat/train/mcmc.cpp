// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/mcmc.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "gs/core/parallel.h"
#include "gs/core/random.h"

namespace gs {
namespace {

constexpr int kMaxCopies = 51;
constexpr double kNoiseRate = 5e5, kSteepness = 100, kThreshold = 0.995;  // of the paper's code
constexpr double kLeastPull = 0.1;
constexpr double kFaint = 0.15;  // above this opacity the noise is below 1e-6 of its strength: left out

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double logit(double p) { return std::log(p / (1 - p)); }

bool is_finite(const CloudView& cloud, std::size_t i) {
  const Quaternionf q = cloud.rotation_of(i);
  return gs::is_finite(cloud.position_of(i)) && gs::is_finite(cloud.log_scale_of(i)) &&
         std::isfinite(q.x + q.y + q.z + q.w) && std::isfinite(cloud.opacity_logit[i]);
}

// Chance of every Gaussian to be copied: its opacity, times the pull of the images; nothing for the dead. Those that
// nobody saw are worth a tenth of the mean.
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

struct DrawOf {
  uint64_t seed, iteration;
  uint32_t purpose;
};

// `count` living Gaussians, in proportion to their weight; none if nothing lives.
std::vector<uint32_t> draw(const std::vector<double>& weights, std::size_t count, const DrawOf& of) {
  std::vector<double> sums(weights.size());
  std::partial_sum(weights.begin(), weights.end(), sums.begin());
  if (sums.empty() || !(sums.back() > 0)) return {};
  std::vector<uint32_t> chosen(count);
  parallel_for(count, [&](std::size_t k) {
    const double ticket = Random(of.seed, of.purpose, of.iteration << 32 | k).uniform() * sums.back();
    auto at = static_cast<std::size_t>(std::upper_bound(sums.begin(), sums.end(), ticket) - sums.begin());
    at = std::min(at, weights.size() - 1);
    while (weights[at] == 0) --at;  // rounding at the very end
    chosen[k] = static_cast<uint32_t>(at);
  });
  return chosen;
}

void copy_gaussian(const MutableCloudView& cloud, std::size_t from, std::size_t to) {
  cloud.set_position(to, cloud.position_of(from));
  cloud.set_log_scale(to, cloud.log_scale_of(from));
  cloud.set_rotation(to, cloud.rotation_of(from));
  cloud.opacity_logit[to] = cloud.opacity_logit[from];
  std::copy_n(cloud.sh_of(from), 3 * cloud.coefficients(), cloud.sh_of(to));
}

void clear_gaussian(const MutableCloudView& cloud, std::size_t i) {
  cloud.set_position(i, {});
  cloud.set_log_scale(i, {});
  cloud.set_rotation(i, {0, 0, 0, 0});
  cloud.opacity_logit[i] = 0;
  std::fill_n(cloud.sh_of(i), 3 * cloud.coefficients(), 0.0f);
}

// targets[k] becomes a copy of sources[k]; sources shrink so that the picture stays.
void share_out(TrainingState& state, const std::vector<uint32_t>& sources, const std::vector<uint32_t>& targets,
               double dead_opacity) {
  const MutableCloudView cloud = state.cloud.view(), first = state.adam.first.view(), second = state.adam.second.view();
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

// Room for `count` more; the new ones have no meaning yet.
Result<void> enlarge(TrainingState& state, std::size_t count) {
  std::vector<uint32_t> indices(state.cloud.size() + count, 0);
  std::iota(indices.begin(), indices.end() - static_cast<std::ptrdiff_t>(count), 0u);
  for (GaussianCloud* cloud : {&state.cloud, &state.adam.first, &state.adam.second}) {
    GS_TRY(*cloud, gather(std::as_const(*cloud).view(), indices));
  }
  return {};
}

}  // namespace

// With the hockey-stick identity the double sum of eq. 9 is sum_k C(N, k + 1) (-1)^k o^(k + 1) / sqrt(k + 1), the
// width of N Gaussians of opacity o blended in one dimension.
McmcShare mcmc_share(double opacity, int copies) {
  const int n = std::clamp(copies, 1, kMaxCopies);
  const double each = 1 - std::pow(1 - opacity, 1.0 / n);
  double binomial = 1, power = 1, width = 0;
  for (int k = 0; k < n; ++k) {
    binomial *= static_cast<double>(n - k) / (k + 1);
    power *= each;
    width += (k % 2 == 0 ? 1 : -1) * binomial * power / std::sqrt(k + 1.0);
  }
  return {each, opacity / width};
}

Result<McmcChange> mcmc_refine(TrainingState& state, const McmcOptions& options) {
  McmcChange change;
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

  const std::size_t before = state.cloud.size();
  const auto grown = static_cast<std::size_t>(static_cast<double>(before) * (1 + options.growth));
  const std::size_t after = std::max(before, std::min(grown, options.max_gaussians));
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
    if (opacity_gradient[i] == 0) return;
    const double opacity = sigmoid(static_cast<double>(cloud.opacity_logit[i]));
    if (opacity > kFaint) return;
    const double strength = kNoiseRate * noise.position_rate * sigmoid(kSteepness * ((1 - opacity) - kThreshold));
    Random random(noise.seed, purpose("mcmc_noise"), noise.iteration << 32 | i);
    const Vec3d n{random.normal(), random.normal(), random.normal()};
    const Quaternionf q = cloud.rotation_of(i);
    const Quaterniond rotation = normalized(Quaterniond{q.x, q.y, q.z, q.w});
    const Vec3d s = cast<double>(cloud.log_scale_of(i));
    const Vec3d local = rotation.conjugate() * n;
    const Vec3d scaled{local.x * std::exp(2 * s.x), local.y * std::exp(2 * s.y), local.z * std::exp(2 * s.z)};
    Vec3d step = rotation * scaled * strength;
    const double length = norm(step);
    if (!(length < noise.limit_m))
      step = length > 0 && std::isfinite(length) ? step * (noise.limit_m / length) : Vec3d{};
    cloud.set_position(i, cloud.position_of(i) + cast<float>(step));
  });
}

}  // namespace gs
