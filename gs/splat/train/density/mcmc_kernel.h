// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// MCMC density control (mcmc.h) for one Gaussian, shared by host and device code.
#pragma once

#include <cmath>
#include <cstdint>

#include "gs/core/numbers/random.h"
#include "gs/splat/kernel/gaussian.h"

namespace gs::splat::train {

// Opacity and scale of each of `copies` Gaussians at one position, such that together they render like the single
// Gaussian before (Kheradmand et al. 2024, eq. 9).
struct McmcShare {
  double opacity = 0;
  double scale = 1;  // factor on the standard deviations
};

// Copies beyond this number are treated as this many; bounds the sum of eq. 9.
inline constexpr int kMcmcMaxCopies = 51;

// With the hockey-stick identity, the double sum of eq. 9 becomes sum_k C(N, k + 1) (-1)^k o^(k + 1) / sqrt(k + 1): the
// width of N Gaussians of opacity o blended in one dimension. `opacity` is that of the single Gaussian, 0..1.
GS_HD inline McmcShare mcmc_share(double opacity, int copies) {
  const int n = copies < 1 ? 1 : copies > kMcmcMaxCopies ? kMcmcMaxCopies : copies;
  const double each = 1 - std::pow(1 - opacity, 1.0 / n);
  double binomial = 1, power = 1, width = 0;
  for (int k = 0; k < n; ++k) {
    binomial *= static_cast<double>(n - k) / (k + 1);
    power *= each;
    width += (k % 2 == 0 ? 1 : -1) * binomial * power / std::sqrt(k + 1.0);
  }
  return {each, opacity / width};
}

// Parameters of the position noise of one step.
struct McmcNoise {
  uint64_t seed = 42, iteration = 0;
  double sigmas_per_m = 0;  // displacement / standard deviation of an axis, per metre of that standard deviation
  double most_sigmas = 1;   // upper limit of that ratio
};

// Noise of a step with this learning rate of positions [m], in a scene whose surfaces are `distance_m` from the
// cameras. The authors' factor of 5e5 holds where that distance is 10 units of length. Written with the ratio of size
// and distance, the noise does not depend on the unit.
GS_HD inline McmcNoise mcmc_noise_of(uint64_t seed, uint64_t iteration, double position_rate_m, double distance_m) {
  constexpr double kNoiseRate = 5e5 * 10 * 10;
  return {seed, iteration, kNoiseRate * position_rate_m / (distance_m * distance_m), 1.0};
}

// Random displacement of Gaussian `index` in the map frame [m]: noise with the covariance of the Gaussian, strong for
// faint ones and negligible for opaque ones (Kheradmand et al. 2024; gate of the authors' code). Each axis moves by at
// most most_sigmas times its own standard deviation times a normal number: a Gaussian that jumps by many times its size
// at every step never becomes anything. Deterministic in seed, iteration and index.
GS_HD inline Vec3d mcmc_noise(const Gaussian<float>& g, uint64_t index, const McmcNoise& noise) {
  constexpr double kSteepness = 100, kThreshold = 0.995;  // of the paper's code
  constexpr double kFaint = 0.15;  // above this opacity the noise is below 1e-6 of its strength: left out
  constexpr uint32_t kPurpose = purpose("mcmc_noise");
  const double opacity = 1 / (1 + std::exp(-static_cast<double>(g.opacity_logit)));
  if (!(opacity <= kFaint)) return {};
  const double strength = noise.sigmas_per_m / (1 + std::exp(-kSteepness * ((1 - opacity) - kThreshold)));
  Random random(noise.seed, kPurpose, noise.iteration << 32 | index);
  const double nx = random.normal(), ny = random.normal(), nz = random.normal();
  const Quaterniond rotation = normalized(Quaterniond{g.rotation.x, g.rotation.y, g.rotation.z, g.rotation.w});
  const Vec3d local = rotation.conjugate() * Vec3d{nx, ny, nz};
  const auto reach = [&](float log_scale) {
    const double sigma = std::exp(static_cast<double>(log_scale)), sigmas = strength * sigma;
    return sigma * (sigmas < noise.most_sigmas ? sigmas : noise.most_sigmas);
  };
  const Vec3d step =
      rotation * Vec3d{local.x * reach(g.log_scale.x), local.y * reach(g.log_scale.y), local.z * reach(g.log_scale.z)};
  return norm(step) < 1e300 ? step : Vec3d{};  // a scale or rotation that is not finite moves nothing
}

}  // namespace gs::splat::train
