// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Small device functions that the kernels of a frame share.
#pragma once

#include "gs/splat/cuda/frame.h"

namespace gs::cuda {

inline constexpr unsigned kFullWarp = 0xFFFFFFFFu;

__device__ inline uint64_t depth_key(float depth, uint32_t splat) {
  return static_cast<uint64_t>(__float_as_uint(depth)) << 32 | splat;
}
__device__ inline float depth_of(uint64_t key) { return __uint_as_float(static_cast<uint32_t>(key >> 32)); }

// Pixels of an axis that lie within `half` of `center`; empty if low > high.
__device__ inline int2 pixels_within(float center, float half, int size) {
  return make_int2(static_cast<int>(ceilf(max(center - half, 0.0f))),
                   static_cast<int>(floorf(min(center + half, static_cast<float>(size - 1)))));
}

}  // namespace gs::cuda
