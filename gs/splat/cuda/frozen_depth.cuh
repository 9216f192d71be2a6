// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Depths as bins: exponent and six bits of the mantissa, so that bins are in order. What lies outside goes into the
// first or last.
#pragma once

#include "gs/splat/cuda/frame.cuh"
#include "gs/splat/cuda/frozen_frame.h"

namespace gs::cuda {

__device__ inline uint32_t depth_bin(float depth) {
  const int bin = static_cast<int>(__float_as_uint(max(depth, 0.0f)) >> 17) - static_cast<int>(0x3D800000u >> 17);
  return static_cast<uint32_t>(bin < 0 ? 0 : bin < kDepthBins ? bin : kDepthBins - 1);
}

// The tile's keys before the second segment.
__device__ inline uint32_t first_segment_keys(const FrozenBuffers& frame) {
  return first_segment_keys(frame.begin[frame.tiles * kSlices], frame.tiles);
}

}  // namespace gs::cuda
