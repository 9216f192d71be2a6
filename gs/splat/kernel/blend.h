// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Front-to-back alpha blending of one splat at one pixel (Kerbl et al. 2023).
//
// alpha = min(opacity exp(-distance2 / 2), kMaxAlpha); a splat with alpha below kMinAlpha is skipped. A pixel is
// finished before the splat that would reduce its transmittance below kMinTransmittance; a finished pixel stores its
// transmittance with a negative sign.
#pragma once

#include "gs/splat/kernel/gaussian.h"
#include "gs/splat/kernel/project.h"

namespace gs::splat {

inline constexpr float kMaxAlpha = 0.99f;
inline constexpr float kMinTransmittance = 1e-4f;
inline constexpr float kMinExponent = -7.994353436858858f;  // log2(kMinAlpha)

// Quadratic exponent of a splat: alpha = 2^(xx dx^2 + xy dx dy + yy dy^2 + peak), so that a pixel costs one quadratic
// form and one exp2.
template <class F>
struct Falloff {
  F xx{}, xy{}, yy{}, peak{};
};
// Converts the inverse covariance and opacity of a splat.
template <class F>
GS_HD Falloff<F> falloff(const Splat2<F>& s) {
  const F log2e(1.4426950408889634f);
  return {s.a * (log2e * F(-0.5f)), -(s.b * log2e), s.c * (log2e * F(-0.5f)), log(s.opacity) * log2e};
}

// 2^x for x in [-126, 0]. SIMD packs have their own, shorter version (core/numbers/simd_math.h); CUDA has an
// instruction.
GS_HD GS_INLINE float exp2_of(float x) { return std::exp2(x); }
GS_HD GS_INLINE double exp2_of(double x) { return std::exp2(x); }
template <int N, class T>
GS_HD Dual<N, T> exp2_of(const Dual<N, T>& x) {
  return exp(x * Dual<N, T>(T(0.6931471805599453)));
}

// Alpha at a pixel from the exponent of Falloff; 0 if the splat is skipped.
template <class F>
GS_HD GS_INLINE F alpha_of(F exponent) {
  const F alpha = min(exp2_of(exponent), F(kMaxAlpha));
  return select(exponent >= F(kMinExponent), alpha, F(0.0f));
}
// dL/d(ln alpha) from v = dL/d(alpha); 0 where alpha is clamped or the splat is skipped.
template <class F>
GS_HD GS_INLINE F alpha_vjp(F alpha, F v) {
  return select(alpha < F(kMaxAlpha), alpha * v, F(0.0f));
}

// Result of blending one splat.
template <class F>
struct Blend {
  F weight{};         // weight of the splat's colour and depth
  F transmittance{};  // of the pixel behind the splat; negative: finished
};
// Blends a splat of the given alpha behind the given transmittance. For a finished pixel (negative) the weight is 0.
template <class F>
GS_HD GS_INLINE Blend<F> blend(F alpha, F transmittance) {
  const F absorbed = transmittance * alpha;
  const F next = transmittance - absorbed;
  const auto finished = next < F(kMinTransmittance);
  return {select(finished, F(0.0f), absorbed), select(finished, -abs(transmittance), next)};
}

// True at the splat that reduces the transmittance of a pixel to 1/2: it gives the median depth and the instance.
// Arguments: before and behind the splat, as blend() takes and returns them.
template <class F>
GS_HD GS_INLINE auto passes_half(F transmittance, F behind) {
  return both(transmittance > F(0.5f), abs(behind) <= F(0.5f));
}

// dL/d(alpha) of one splat at one pixel, walking front to back. `value` is dL/d(weight): the splat's colour, depth and
// coverage times the gradients of the pixel's channels. `behind` is the sum of weight * value over all splats behind;
// it is proportional to 1 - alpha, hence the division.
template <class F>
GS_HD GS_INLINE F blend_vjp(F alpha, F transmittance, F value, F behind) {
  return transmittance * value - behind / (F(1.0f) - alpha);
}

}  // namespace gs::splat
