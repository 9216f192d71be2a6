// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Adam for one number, for host and device.
#pragma once

#include <cmath>
#include <cstdint>

#include "gs/core/platform.h"

namespace gs {

inline constexpr double kAdamBeta1 = 0.9, kAdamBeta2 = 0.999;
inline constexpr float kAdamEpsilon = 1e-15f;  // gradients of single splats are tiny; the paper's 1e-8 would stop them

// The bias corrections after `steps` steps, folded into the rate and the root: x -= rate m / (sqrt(v) root + epsilon).
struct AdamBias {
  double first;  // 1 / (1 - beta1^t)
  float root;    // 1 / sqrt(1 - beta2^t)
};
inline AdamBias adam_bias(uint64_t steps) {
  const auto t = static_cast<double>(steps);
  return {1 / (1 - std::pow(kAdamBeta1, t)), static_cast<float>(1 / std::sqrt(1 - std::pow(kAdamBeta2, t)))};
}

GS_HD GS_INLINE void adam_update(float& x, float g, float& m, float& v, float rate, float root) {
  m = static_cast<float>(kAdamBeta1) * m + static_cast<float>(1 - kAdamBeta1) * g;
  v = static_cast<float>(kAdamBeta2) * v + static_cast<float>(1 - kAdamBeta2) * (g * g);
  x -= rate * m / (std::sqrt(v) * root + kAdamEpsilon);
}

}  // namespace gs
