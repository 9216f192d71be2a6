// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Structural similarity (SSIM) of one window and its gradient, for host and device (Wang et al. 2004, eq. 13).
// The window is a Gaussian of 11 x 11 pixels with a standard deviation of 1.5 pixels. F is float, or a dual number in
// tests.
#pragma once

#include "gs/core/numbers/math.h"

namespace gs::splat::train {

inline constexpr int kSsimRadius = 5, kSsimTaps = 2 * kSsimRadius + 1;  // [px]

// Weight of a row or column `distance` pixels (0 to 5) from the centre: exp(-distance^2 / (2 1.5^2)) over the sum of
// all eleven.
GS_HD GS_INLINE constexpr float ssim_tap(int distance) {
  constexpr float kTaps[kSsimRadius + 1] = {2.660117249e-01f, 2.130055377e-01f, 1.093606895e-01f,
                                            3.600077213e-02f, 7.598758135e-03f, 1.028380084e-03f};
  return kTaps[distance];
}

// Weighted sums over one window of the rendered image x and the recorded image y, both 0..1.
template <class F>
struct SsimSums {
  F x, y, xx, yy, xy;
};

// SSIM of one window and the factors of its gradient: with the weight w_q of a pixel q in the window,
// dS/dx_q = w_q (constant + by_x x_q + by_y y_q).
template <class F>
struct SsimTerms {
  F ssim, constant, by_x, by_y;
};

// S = A1 A2 / (B1 B2) with A1 = 2 mx my + C1, A2 = 2 cov + C2, B1 = mx^2 + my^2 + C1, B2 = vx + vy + C2, and its
// gradient. `inverse_weight` is one over the sum of the weights in the window: 1 unless a mask leaves pixels out.
template <class F>
GS_HD GS_INLINE SsimTerms<F> ssim_terms(F inverse_weight, const SsimSums<F>& sums) {
  const F c1(0.01f * 0.01f), c2(0.03f * 0.03f), two(2);
  const F mx = inverse_weight * sums.x, my = inverse_weight * sums.y;
  const F vx = inverse_weight * sums.xx - mx * mx, vy = inverse_weight * sums.yy - my * my;
  const F cov = inverse_weight * sums.xy - mx * my;
  const F a1 = two * mx * my + c1, a2 = two * cov + c2;
  const F b1 = mx * mx + my * my + c1, b2 = vx + vy + c2;
  const F inverse_b = F(1) / (b1 * b2);
  const F s = a1 * a2 * inverse_b;
  // Derivatives of S by the variance of x, by the covariance, and by the mean of x.
  const F d_vx = -s / b2, d_cov = two * a1 * inverse_b;
  const F d_mx = two * my * a2 * inverse_b - two * mx * s / b1 - two * mx * d_vx - my * d_cov;
  return {s, inverse_weight * d_mx, inverse_weight * two * d_vx, inverse_weight * d_cov};
}

}  // namespace gs::splat::train
