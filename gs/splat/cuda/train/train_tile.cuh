// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shared by the forward and backward walk over a training tile.
#pragma once

#include "gs/splat/cuda/tile_raster.cuh"
#include "gs/splat/cuda/train/train_frame.h"

namespace gs::splat::cuda {

// The current batch of splats in shared memory.
struct SplatBatch {
  float4 a[kTileThreads], b[kTileThreads];
  float2 c[kTileThreads];  // blue, depth

  // Loads a splat into the slot of this thread.
  __device__ void load(uint32_t splat, const TrainSplat* splats) {
    const auto* from = reinterpret_cast<const float4*>(splats + splat);
    a[threadIdx.x] = __ldg(from), b[threadIdx.x] = __ldg(from + 1);
    c[threadIdx.x] = __ldg(reinterpret_cast<const float2*>(from + 2));
  }
  // Exponent and centre of splat j of the batch.
  __device__ Falloff<float> shape(uint32_t j) const { return {a[j].z, a[j].w, b[j].x, b[j].y}; }
  __device__ Vec2f center(uint32_t j) const { return {a[j].x, a[j].y}; }
};

// Keys of this block's tile, limited to the list capacity.
struct Range {
  uint32_t begin, end;
};
__device__ inline Range tile_range(const TileLists& lists) {
  return {::min(lists.begin[blockIdx.x], lists.pair_capacity), ::min(lists.begin[blockIdx.x + 1], lists.pair_capacity)};
}

}  // namespace gs::splat::cuda
