// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The loss of one LiDAR return in a rendered image, for host and device; see geometry_loss.h. F is float, or a dual
// number in tests.
#pragma once

#include "gs/core/numbers/math.h"
#include "gs/splat/train/loss/l1_kernel.h"

namespace gs::splat::train {

// A return counts only where the image covers at least this much of its pixel.
inline constexpr float kLeastDepthAlpha = 0.1f;

// min(|expected / measured - 1|, 1): the relative depth error, capped so that an object in front of the LiDAR's target
// is not pulled. expected: rendered depth [m]; inverse_measured: one over the measured depth [1/m].
template <class F>
GS_HD GS_INLINE F depth_loss(F expected, F inverse_measured) {
  return min(abs(expected * inverse_measured - F(1)), F(1));
}

// Derivatives of a loss by the depth sum and the coverage (alpha) of a pixel.
template <class F>
struct DepthGradient {
  F by_depth, by_alpha;
};

// Gradient of depth_loss() with expected = depth sum / alpha, times `v`, the derivative of the total by this loss. Zero
// at the cap.
template <class F>
GS_HD GS_INLINE DepthGradient<F> depth_loss_vjp(F alpha, F expected, F inverse_measured, F v) {
  const F error = expected * inverse_measured - F(1);
  const F slope = select(abs(error) >= F(1), F(0), l1_vjp(error, v));
  const F by_expected = slope * inverse_measured;
  return {by_expected / alpha, -(by_expected * expected / alpha)};
}

}  // namespace gs::splat::train
