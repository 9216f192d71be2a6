// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The quintic smooth step, with which curvature, speed and lateral position change.
#pragma once

#include <algorithm>

namespace gs::synth {

// 0 for x <= 0, 1 for x >= 1, and 6 x^5 - 15 x^4 + 10 x^3 between: twice differentiable.
inline double smooth_step(double x) {
  x = std::clamp(x, 0.0, 1.0);
  return x * x * x * (x * (6 * x - 15) + 10);
}

// Its derivative; at most 15/8, at x = 1/2.
inline double smooth_step_slope(double x) {
  x = std::clamp(x, 0.0, 1.0);
  return 30 * x * x * (x - 1) * (x - 1);
}

// Its integral from 0 to x.
inline double smooth_step_integral(double x) {
  if (x <= 0) return 0;
  if (x >= 1) return x - 0.5;
  return x * x * x * x * (x * (x - 3) + 2.5);
}

}  // namespace gs::synth
