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
  double position_rate = 0;  // learning rate of positions in this step
  double limit_m = 1;        // maximum displacement [m]
};

// Random displacement of Gaussian `index` in the map frame [m]: noise with the covariance of the Gaussian, strong for
// faint ones and negligible for opaque ones (Kheradmand et al. 2024; constants of the authors' code). Deterministic in
// seed, iteration and index.
GS_HD inline Vec3d mcmc_noise(const Gaussian<float>& g, uint64_t index, const McmcNoise& noise) {
  constexpr double kNoiseRate = 5e5, kSteepness = 100, kThreshold = 0.995;  // of the paper's code
  constexpr double kFaint = 0.15;  // above this opacity the noise is below 1e-6 of its strength: left out
  constexpr uint32_t kPurpose = purpose("mcmc_noise");
  const double opacity = 1 / (1 + std::exp(-static_cast<double>(g.opacity_logit)));
  if (!(opacity <= kFaint)) return {};
  const double strength = kNoiseRate * noise.position_rate / (1 + std::exp(-kSteepness * ((1 - opacity) - kThreshold)));
  Random random(noise.seed, kPurpose, noise.iteration << 32 | index);
  const double nx = random.normal(), ny = random.normal(), nz = random.normal();
  const Quaterniond rotation = normalized(Quaterniond{g.rotation.x, g.rotation.y, g.rotation.z, g.rotation.w});
  const Vec3d local = rotation.conjugate() * Vec3d{nx, ny, nz};
  const Vec3d scaled{local.x * std::exp(2 * static_cast<double>(g.log_scale.x)),
                     local.y * std::exp(2 * static_cast<double>(g.log_scale.y)),
                     local.z * std::exp(2 * static_cast<double>(g.log_scale.z))};
  const Vec3d step = rotation * scaled * strength;
  const double length = norm(step);
  if (length < noise.limit_m) return step;
  return length > 0 && length < 1e300 ? step * (noise.limit_m / length) : Vec3d{};
}

}  // namespace gs::splat::train
