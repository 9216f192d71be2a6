// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/render/render_depth.cuh"
#include "gs/splat/cuda/render/render_emit.cuh"

namespace gs::splat::cuda {
namespace {

constexpr int kPlaceThreads = 256;

// Divides a tile with many keys into segments, and puts the tile at the front (divided) or back (undivided) of `order`.
__device__ void cut_tile(uint32_t tile, const RenderBuffers& frame, bool in_segments) {
  const uint32_t keys = frame.begin[(tile + 1) * kSlices] - frame.begin[tile * kSlices];
  const uint32_t pieces = in_segments ? keys / segment_keys(frame) + 1 : 1;
  frame.first_segment[tile] = kNoSegment;
  const uint32_t first = pieces > 1 ? atomicAdd(&frame.counters->segments, pieces) : 0;
  // A tile whose segments find no room stays undivided.
  if (pieces == 1 || first + pieces > frame.segment_capacity) {
    frame.order[frame.tiles - 1 - atomicAdd(&frame.counters->light, 1u)] = tile;
    return;
  }
  frame.order[atomicAdd(&frame.counters->heavy, 1u)] = tile;
  frame.first_segment[tile] = first;
  for (uint32_t i = 1; i < pieces; ++i) {
    const int group = extra_group(i);
    const uint32_t at = atomicAdd(&frame.counters->extra[group], 1u);
    frame.extra_segments[static_cast<uint32_t>(group) * frame.segment_capacity + at] = {tile, i};
  }
}

// Cuts all tiles, then writes the key of every candidate to its slot. The slot is known, so no atomics are needed.
__global__ void __launch_bounds__(kPlaceThreads) place_kernel(RenderBuffers frame, bool in_segments) {
  const auto candidates = static_cast<uint32_t>(
      ::min(frame.counters->candidates, static_cast<unsigned long long>(frame.candidate_capacity)));
  const uint32_t first = blockIdx.x * kPlaceThreads + threadIdx.x, step = gridDim.x * kPlaceThreads;
  for (uint32_t tile = first; tile < frame.tiles; tile += step) cut_tile(tile, frame, in_segments);
  for (uint32_t i = first; i < candidates; i += step) {
    const uint32_t list = frame.candidate_list[i];
    if (list == kNoList) continue;
    const uint32_t splat = frame.candidate_splat[i];
    frame.keys[frame.begin[list] + frame.candidate_rank[i]] = depth_key(frame.depths[splat], splat);
  }
}

}  // namespace

void launch_render_place(const RenderBuffers& frame, bool in_segments, int blocks, cudaStream_t stream) {
  place_kernel<<<static_cast<unsigned>(blocks), kPlaceThreads, 0, stream>>>(frame, in_segments);
}

}  // namespace gs::splat::cuda
