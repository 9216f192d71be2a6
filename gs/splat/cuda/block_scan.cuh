// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Prefix sum over the threads of a block.
#pragma once

#include "gs/splat/cuda/frame.cuh"

namespace gs::splat::cuda {

// Sum of the values of all threads before this one, and of all threads.
struct BlockSum {
  uint32_t before, total;
};

// All kThreads threads of the block must call it.
template <int kThreads>
__device__ BlockSum block_sum(uint32_t value) {
  constexpr int kWarps = kThreads / 32;
  static_assert(kWarps <= 32);
  __shared__ uint32_t warp_end[kWarps];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  // 1. Inclusive sum within each warp.
  uint32_t end = value;
#pragma unroll
  for (int offset = 1; offset < 32; offset *= 2) {
    const uint32_t below = __shfl_up_sync(kFullWarp, end, offset);
    if (lane >= offset) end += below;
  }
  // 2. The last lanes leave the sums of their warps; every warp scans all of them for itself.
  __syncthreads();  // warp_end of an earlier call is no longer read
  if (lane == 31) warp_end[warp] = end;
  __syncthreads();
  uint32_t sums = lane < kWarps ? warp_end[lane] : 0;
#pragma unroll
  for (int offset = 1; offset < kWarps; offset *= 2) {
    const uint32_t below = __shfl_up_sync(kFullWarp, sums, offset);
    if (lane >= offset) sums += below;
  }
  const uint32_t total = __shfl_sync(kFullWarp, sums, kWarps - 1);
  const uint32_t warps_before = __shfl_sync(kFullWarp, sums, warp > 0 ? warp - 1 : 0);
  return {(warp > 0 ? warps_before : 0) + end - value, total};
}

}  // namespace gs::splat::cuda
