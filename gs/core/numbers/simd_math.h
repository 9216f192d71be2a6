// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Logarithm, atan2, 2^x, transpose and sum of packs. The polynomials of the first two are those of the Cephes library
// (Moshier), with relative errors of a few 1e-7.
#pragma once

#include <utility>

#include "gs/core/numbers/simd.h"

namespace gs {

// The IEEE 754 bit patterns of the lanes, as integers.
template <int N>
GS_INLINE IntPack<N> bits_of(Pack<N> x) {
  return std::bit_cast<typename IntPack<N>::Native>(x.v);
}
GS_INLINE int32_t bits_of(float x) { return std::bit_cast<int32_t>(x); }

// Natural logarithm of normal numbers (x >= 1.2e-38). The result for smaller values and NaN is meaningless, but they do
// not raise a floating-point exception. x = m 2^e with m in [sqrt(1/2), sqrt(2)), then a polynomial in m - 1.
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

// Angle of the point (x, y) in (-pi, pi]; 0 for (0, 0). Reduces to the first octant, then to |t| <= tan(pi/8).
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
// One step of a recursive transpose: rows a and b form 2 x 2 blocks of kStride lanes; swaps their off-diagonal blocks.
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

// Transposes the N x N matrix rows[N]: lane j of rows[i] becomes lane i of rows[j]. The overload for a plain float (a
// 1 x 1 matrix) does nothing.
template <int N>
GS_INLINE void transpose_lanes(Pack<N>* rows) {
  detail::transpose_blocks<N / 2>(rows);
}
GS_INLINE void transpose_lanes(float*) {}

// Sum of the lanes, added pairwise in a fixed order.
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

// 2^x with a relative error below 3e-6 for x in [-126, 0], far below half an 8-bit step; outside that range the result
// is undefined but does not trap. Adding 1.5 * 2^23 leaves round(x) in the low bits; the remainder goes through a
// minimax polynomial of degree 4.
template <int N>
GS_INLINE Pack<N> exp2_of(Pack<N> x) {
  const Pack<N> magic(12582912.0f);
  const Pack<N> shifted = x + magic;
  const Pack<N> r = x - (shifted - magic);
  Pack<N> p = Pack<N>(9.570102015e-3f) * r + Pack<N>(5.591786031e-2f);
  p = p * r + Pack<N>(2.402474482e-1f);
  p = p * r + Pack<N>(6.931218147e-1f);
  p = p * r + Pack<N>(9.999992614e-1f);
  // Unsigned, because the sum may wrap outside that range.
  typedef uint32_t Bits __attribute__((vector_size(4 * N)));
  const Bits exponent = std::bit_cast<Bits>(shifted.v) << 23;
  return std::bit_cast<typename Pack<N>::Native>(std::bit_cast<Bits>(p.v) + exponent);
}

}  // namespace gs
