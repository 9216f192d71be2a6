// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Elementary functions of packs that simd.h does not need itself. Polynomials of the Cephes library (Moshier), with
// relative errors of a few 1e-7.
#pragma once

#include <utility>

#include "gs/core/simd.h"

namespace gs {

template <int N>
GS_INLINE IntPack<N> bits_of(Pack<N> x) {
  return std::bit_cast<typename IntPack<N>::Native>(x.v);
}
GS_INLINE int32_t bits_of(float x) { return std::bit_cast<int32_t>(x); }

// Natural logarithm of x >= 1.2e-38; smaller values and NaN give something finite or NaN, never a trap.
template <int N>
GS_INLINE Pack<N> log(Pack<N> x) {
  const IntPack<N> bits = bits_of(x);
  Pack<N> e = to_float((bits >> 23) - IntPack<N>(126));
  Pack<N> m = float_from_bits((bits & IntPack<N>(0x007FFFFF)) | IntPack<N>(0x3F000000));  // [0.5, 1)
  const Mask<N> low = m < Pack<N>(0.707106781186547524f);
  e = select(low, e - Pack<N>(1.0f), e);
  m = select(low, m + m, m) - Pack<N>(1.0f);
  const Pack<N> z = m * m;
  Pack<N> p(7.0376836292e-2f);
  for (const float c : {-1.1514610310e-1f, 1.1676998740e-1f, -1.2420140846e-1f, 1.4249322787e-1f, -1.6668057665e-1f,
                        2.0000714765e-1f, -2.4999993993e-1f, 3.3333331174e-1f}) {
    p = p * m + Pack<N>(c);
  }
  const Pack<N> y = p * m * z + e * Pack<N>(-2.12194440e-4f) - Pack<N>(0.5f) * z;
  return m + y + e * Pack<N>(0.693359375f);
}

// Angle of (x, y) in (-pi, pi]; 0 for (0, 0).
template <int N>
GS_INLINE Pack<N> atan2(Pack<N> y, Pack<N> x) {
  const Pack<N> ax = abs(x), ay = abs(y), zero(0.0f), one(1.0f);
  const Pack<N> large = max(ax, ay);
  const Pack<N> a = min(ax, ay) / select(large > zero, large, one);  // [0, 1]
  const Mask<N> upper = a > Pack<N>(0.4142135623730950f);
  const Pack<N> t = select(upper, (a - one) / (a + one), a);
  const Pack<N> z = t * t;
  Pack<N> p(8.05374449538e-2f);
  p = p * z - Pack<N>(1.38776856032e-1f);
  p = p * z + Pack<N>(1.99777106478e-1f);
  p = p * z - Pack<N>(3.33329491539e-1f);
  Pack<N> angle = p * z * t + t + select(upper, Pack<N>(0.785398163397448f), zero);
  angle = select(ay > ax, Pack<N>(1.57079632679489661f) - angle, angle);
  angle = select(x < zero, Pack<N>(3.14159265358979323f) - angle, angle);
  return select(y < zero, -angle, angle);
}

namespace detail {
// Swaps the blocks of size kStride off the diagonal of the 2 x 2 blocks of rows a and b.
template <int kStride, int N, int... kLane>
GS_INLINE void swap_blocks(Pack<N>& a, Pack<N>& b, std::integer_sequence<int, kLane...>) {
  const typename Pack<N>::Native low =
      __builtin_shufflevector(a.v, b.v, (kLane & kStride ? N + kLane - kStride : kLane)...);
  const typename Pack<N>::Native high =
      __builtin_shufflevector(a.v, b.v, (kLane & kStride ? N + kLane : kLane + kStride)...);
  a.v = low, b.v = high;
}
template <int kStride, int N>
GS_INLINE void transpose_blocks(Pack<N>* rows) {
  for (int i = 0; i < N; ++i) {
    if ((i & kStride) == 0) swap_blocks<kStride>(rows[i], rows[i + kStride], std::make_integer_sequence<int, N>());
  }
  if constexpr (kStride > 1) transpose_blocks<kStride / 2>(rows);
}
}  // namespace detail

// rows[i] lane j becomes rows[j] lane i; N rows. For a float, which is its own transpose, nothing happens.
template <int N>
GS_INLINE void transpose_lanes(Pack<N>* rows) {
  detail::transpose_blocks<N / 2>(rows);
}
GS_INLINE void transpose_lanes(float*) {}

// Sum of the lanes, always in the same order (pairwise).
template <int N>
GS_INLINE float sum(Pack<N> x) {
  float lanes[N];
  x.store(lanes);
  for (int width = N / 2; width > 0; width /= 2) {
    for (int i = 0; i < width; ++i) lanes[i] += lanes[i + width];
  }
  return lanes[0];
}
GS_INLINE float sum(float x) { return x; }

}  // namespace gs
