// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Adam update of one number, shared by host and device code.
#pragma once

#include <cmath>
#include <cstdint>

#include "gs/core/platform.h"

namespace gs::splat::train {

// Decay rates of the moments and the term that avoids division by zero (Kingma & Ba 2015, algorithm 1).
inline constexpr double kAdamBeta1 = 0.9, kAdamBeta2 = 0.999;
inline constexpr float kAdamEpsilon = 1e-15f;  // the paper's 1e-8 is too large for gradients of single splats

// Bias corrections of both moments after `steps` steps, arranged for adam_update(): x -= (first * rate) * m / (sqrt(v)
// * root + epsilon).
struct AdamBias {
  double first;  // 1 / (1 - beta1^t)
  float root;    // 1 / sqrt(1 - beta2^t)
};
// Computes the bias corrections; `steps` is t >= 1, the step about to be taken.
inline AdamBias adam_bias(uint64_t steps) {
  const auto t = static_cast<double>(steps);
  return {1 / (1 - std::pow(kAdamBeta1, t)), static_cast<float>(1 / std::sqrt(1 - std::pow(kAdamBeta2, t)))};
}

// Updates the parameter x and its moments m, v with the gradient g. `rate` already contains AdamBias::first.
GS_HD GS_INLINE void adam_update(float& x, float g, float& m, float& v, float rate, float root) {
  m = static_cast<float>(kAdamBeta1) * m + static_cast<float>(1 - kAdamBeta1) * g;
  v = static_cast<float>(kAdamBeta2) * v + static_cast<float>(1 - kAdamBeta2) * (g * g);
  x -= rate * m / (std::sqrt(v) * root + kAdamEpsilon);
}

}  // namespace gs::splat::train
