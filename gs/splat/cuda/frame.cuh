// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Device functions shared by the kernels of a frame.
#pragma once

#include "gs/splat/cuda/frame.h"

namespace gs::splat::cuda {

inline constexpr unsigned kFullWarp = 0xFFFFFFFFu;

// Sort key: depth bits in the high word (non-negative floats sort like their bits), splat index in the low word.
__device__ inline uint64_t depth_key(float depth, uint32_t splat) {
  return static_cast<uint64_t>(__float_as_uint(depth)) << 32 | splat;
}
__device__ inline float depth_of(uint64_t key) { return __uint_as_float(static_cast<uint32_t>(key >> 32)); }

// First and last pixel of an axis within `half` of `center`; empty if first > last.
__device__ inline int2 pixels_within(float center, float half, int size) {
  return make_int2(static_cast<int>(ceilf(max(center - half, 0.0f))),
                   static_cast<int>(floorf(min(center + half, static_cast<float>(size - 1)))));
}

}  // namespace gs::splat::cuda
