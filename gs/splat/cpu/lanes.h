// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Uniform access to float (a pack of width one) and SIMD packs, so that executors are written once.
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

}  // namespace gs::splat
