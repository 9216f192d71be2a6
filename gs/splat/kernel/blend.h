// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Front-to-back alpha blending of one splat at one pixel.
//
// alpha = min(opacity exp(-distance2 / 2), kMaxAlpha), left out below kMinAlpha; a pixel is finished before the splat
// that would bring its transmittance below kMinTransmittance (Kerbl et al. 2023). A finished pixel keeps its
// transmittance with a negative sign.
#pragma once

#include "gs/splat/kernel/gaussian.h"
#include "gs/splat/kernel/project.h"

namespace gs {

inline constexpr float kMaxAlpha = 0.99f;
inline constexpr float kMinTransmittance = 1e-4f;
inline constexpr float kMinExponent = -7.994353436858858f;  // log2(kMinAlpha)

// alpha = 2^(xx dx^2 + xy dx dy + yy dy^2 + peak): one quadratic and one exp2 a pixel.
template <class F>
struct Falloff {
  F xx{}, xy{}, yy{}, peak{};
};
template <class F>
GS_HD Falloff<F> falloff(const Splat2<F>& s) {
  const F log2e(1.4426950408889634f);
  return {s.a * (log2e * F(-0.5f)), -(s.b * log2e), s.c * (log2e * F(-0.5f)), log(s.opacity) * log2e};
}

// 2^x for x in [-126, 0]. Packs have their own (cpu/), which is short; CUDA has an instruction.
GS_HD GS_INLINE float exp2_of(float x) { return std::exp2(x); }
GS_HD GS_INLINE double exp2_of(double x) { return std::exp2(x); }
template <int N, class T>
GS_HD Dual<N, T> exp2_of(const Dual<N, T>& x) {
  return exp(x * Dual<N, T>(T(0.6931471805599453)));
}

// 0 where the splat is left out.
template <class F>
GS_HD GS_INLINE F alpha_of(F exponent) {
  const F alpha = min(exp2_of(exponent), F(kMaxAlpha));
  return select(exponent >= F(kMinExponent), alpha, F(0.0f));
}
// dL/d(exponent / log2(e)), that is by ln(alpha): 0 where alpha is clamped or left out.
template <class F>
GS_HD GS_INLINE F alpha_vjp(F alpha, F v) {
  return select(alpha < F(kMaxAlpha), alpha * v, F(0.0f));
}

template <class F>
struct Blend {
  F weight{};         // of the splat's colour
  F transmittance{};  // behind it
};
template <class F>
GS_HD GS_INLINE Blend<F> blend(F alpha, F transmittance) {
  const F absorbed = transmittance * alpha;
  const F next = transmittance - absorbed;
  const auto finished = next < F(kMinTransmittance);
  return {select(finished, F(0.0f), absorbed), select(finished, -abs(transmittance), next)};
}

// Gradient of a pixel's loss by the alpha of one splat, walking front to back. `value` is the splat's dL/d(weight)
// (its colour, depth and coverage times the gradients of the pixel's channels) and `behind` what all splats behind it
// add up to, sum of weight * value: with alpha the light behind shrinks by 1 / (1 - alpha).
template <class F>
GS_HD GS_INLINE F blend_vjp(F alpha, F transmittance, F value, F behind) {
  return transmittance * value - behind / (F(1.0f) - alpha);
}

}  // namespace gs
