// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Robust kernels: they limit the influence of a factor whose residual is larger than its standard deviation explains.
#pragma once

#include <cmath>

namespace gs::mapping {

// Shape of a kernel. Tails: huber is linear, cauchy logarithmic, geman_mcclure bounded.
enum class KernelShape { none, huber, cauchy, geman_mcclure };

// A kernel and its scale c in standard deviations: residuals well below c keep their full weight.
struct RobustKernel {
  KernelShape shape = KernelShape::none;
  double scale = 1;
};

// Cost rho(s) of a factor whose squared whitened residual is s; rho(s) = s for small s.
inline double robust_cost(const RobustKernel& kernel, double s) {
  const double c2 = kernel.scale * kernel.scale;
  switch (kernel.shape) {
    case KernelShape::huber:
      return s <= c2 ? s : 2 * kernel.scale * std::sqrt(s) - c2;
    case KernelShape::cauchy:
      return c2 * std::log1p(s / c2);
    case KernelShape::geman_mcclure:
      return s / (1 + s / c2);
    case KernelShape::none:
      break;
  }
  return s;
}

// Weight rho'(s) of the factor in iteratively reweighted least squares, in (0, 1].
inline double robust_weight(const RobustKernel& kernel, double s) {
  const double c2 = kernel.scale * kernel.scale;
  switch (kernel.shape) {
    case KernelShape::huber:
      return s <= c2 ? 1 : kernel.scale / std::sqrt(s);
    case KernelShape::cauchy:
      return 1 / (1 + s / c2);
    case KernelShape::geman_mcclure:
      return 1 / ((1 + s / c2) * (1 + s / c2));
    case KernelShape::none:
      break;
  }
  return 1;
}

}  // namespace gs::mapping
