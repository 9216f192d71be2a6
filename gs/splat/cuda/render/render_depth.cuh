// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Logarithmic depth bins: exponent and six mantissa bits of the float, so that bins are ordered by depth. Depths
// outside the range go to the first or last bin.
#pragma once

#include "gs/splat/cuda/frame.cuh"
#include "gs/splat/cuda/render/render_frame.h"

namespace gs::splat::cuda {

// Bin of a depth [m]; 0x3D800000 is 1/16 m.
__device__ inline uint32_t depth_bin(float depth) {
  const int bin = static_cast<int>(__float_as_uint(max(depth, 0.0f)) >> 17) - static_cast<int>(0x3D800000u >> 17);
  return static_cast<uint32_t>(bin < 0 ? 0 : bin < kDepthBins ? bin : kDepthBins - 1);
}

// Keys per segment in this frame.
__device__ inline uint32_t segment_keys(const RenderBuffers& frame) {
  return segment_keys(frame.begin[frame.tiles * kSlices], frame.tiles);
}

}  // namespace gs::splat::cuda
