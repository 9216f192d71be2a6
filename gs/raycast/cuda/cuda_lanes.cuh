// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Lanes of the march (heightmap_march.h) for one GPU thread.
#pragma once

#include "gs/core/numbers/simd.h"
#include "gs/raycast/heightmap_march.h"
#include "gs/raycast/one_lane.h"

namespace gs::raycast::cuda {

// Width one: every thread marches one ray.
struct CudaLanes : OneLane {
  using OneLane::min;
  __device__ static F min(F a, F b) { return fminf(a, b); }
  __device__ static F max(F a, F b) { return fmaxf(a, b); }
  __device__ static F abs(F a) { return fabsf(a); }
  __device__ static F sqrt(F a) { return sqrtf(a); }
  __device__ static F gather(const float* from, I at) { return __ldg(from + at); }
  __device__ static I gather(const uint32_t* from, I at) { return static_cast<I>(__ldg(from + at)); }
};

}  // namespace gs::raycast::cuda
