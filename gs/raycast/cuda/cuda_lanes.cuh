// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Lanes of the march (heightmap_march.h) for one GPU thread.
#pragma once

#include "gs/core/numbers/simd.h"
#include "gs/raycast/heightmap_march.h"

namespace gs::raycast::cuda {

// Width one: every thread marches one ray.
struct CudaLanes {
  using F = float;
  using I = int32_t;
  static constexpr int kWidth = 1;
  static constexpr int kStartLevel = 3;
  __device__ static float as_float(int32_t x) { return static_cast<float>(x); }
  __device__ static bool any(bool m) { return m; }
  __device__ static F min(F a, F b) { return fminf(a, b); }
  __device__ static F max(F a, F b) { return fmaxf(a, b); }
  __device__ static F abs(F a) { return fabsf(a); }
  __device__ static F sqrt(F a) { return sqrtf(a); }
  __device__ static F select(bool m, F yes, F no) { return m ? yes : no; }
  __device__ static I select(bool m, I yes, I no) { return m ? yes : no; }
  __device__ static I min(I a, I b) { return a < b ? a : b; }
  __device__ static I clamp(I x, I low, I high) { return x < low ? low : x > high ? high : x; }
  __device__ static I shl(I a, I by) { return a << by; }
  __device__ static I shr(I a, I by) { return static_cast<I>(static_cast<uint32_t>(a) >> by); }
  __device__ static bool negative(I a) { return a < 0; }
  __device__ static I lookup(const int32_t* table, I at) { return table[at]; }
  __device__ static F gather(const float* from, I at) { return __ldg(from + at); }
  __device__ static I gather(const uint32_t* from, I at) { return static_cast<I>(__ldg(from + at)); }
};

}  // namespace gs::raycast::cuda
