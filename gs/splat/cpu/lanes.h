// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Uniform access to float (a pack of width one) and SIMD packs, so that executors are written once; and 2^x for packs.
#pragma once

#include "gs/core/numbers/simd_math.h"
#include "gs/splat/kernel/blend.h"

namespace gs::splat {

// Memory and lane access for a number type: load and store of kWidth values, ramp() = 0, 1, 2, ..., one lane of a mask.
template <class F>
struct Lanes;
// Width one.
template <>
struct Lanes<float> {
  static constexpr int kWidth = 1;
  GS_INLINE static float load(const float* from) { return *from; }
  GS_INLINE static void store(float x, float* to) { *to = x; }
  GS_INLINE static void store(int32_t x, int32_t* to) { *to = x; }
  GS_INLINE static float ramp() { return 0.0f; }
  GS_INLINE static bool lane(bool mask, int) { return mask; }
};
// Width N.
template <int N>
struct Lanes<Pack<N>> {
  static constexpr int kWidth = N;
  GS_INLINE static Pack<N> load(const float* from) { return Pack<N>::load(from); }
  GS_INLINE static void store(Pack<N> x, float* to) { x.store(to); }
  GS_INLINE static void store(IntPack<N> x, int32_t* to) { x.store(to); }
  GS_INLINE static Pack<N> ramp() { return Pack<N>::lanes(); }  // 0, 1, 2, ...
  GS_INLINE static bool lane(Mask<N> mask, int i) { return mask[i]; }
};

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

}  // namespace gs::splat
