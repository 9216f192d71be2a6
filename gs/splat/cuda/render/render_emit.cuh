// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Emits the tiles of a block's splats as candidates, distributed evenly over the threads whatever the sizes of the
// splats.
#pragma once

#include "gs/splat/cuda/block_scan.cuh"
#include "gs/splat/cuda/render/render_frame.h"
#include "gs/splat/kernel/splat_rectangle_test_kernel.h"

namespace gs::splat::cuda {

// Rectangle of tiles.
struct TileBox {
  int x0, x1, y0, y1;  // inclusive
  __device__ int width() const { return x1 - x0 + 1; }
  __device__ uint32_t count() const { return static_cast<uint32_t>(width() * (y1 - y0 + 1)); }
};

// One splat in shared memory.
struct EmitSplat {
  float4 a;         // x, y, xx, xy
  float2 b;         // yy, peak
  uint32_t corner;  // list of the first tile, in the splat's depth slice
  uint32_t splat;
  uint16_t x0, y0, width, height;  // tile rectangle
  uint32_t row;                    // tiles per image row
};

// Shared memory of emit_candidates().
template <int kSplats>
struct EmitShared {
  EmitSplat splats[kSplats];
  uint32_t end[kSplats];    // end of each splat's candidates
  unsigned long long base;  // first candidate of the block; 64 bits because a batch may exceed the capacity
};

// Prepares a splat that covers `box` in the view with tiles `grid`.
__device__ inline EmitSplat emit_splat(const RenderSplat& s, uint32_t splat, const TileBox& box, const TileGrid& grid,
                                       uint32_t slice) {
  const uint32_t tile = grid.first_tile + static_cast<uint32_t>(box.y0 * grid.tiles_x + box.x0);
  return {make_float4(s.x, s.y, s.xx, s.xy),
          make_float2(s.yy, s.peak),
          tile * kSlices + slice,
          splat,
          static_cast<uint16_t>(box.x0),
          static_cast<uint16_t>(box.y0),
          static_cast<uint16_t>(box.width()),
          static_cast<uint16_t>(box.y1 - box.y0 + 1),
          static_cast<uint32_t>(grid.tiles_x)};
}

// List of candidate `local` of a splat, or kNoList if the splat does not reach that tile.
inline constexpr uint32_t kNoList = ~0u;
__device__ inline uint32_t list_of(const EmitSplat& s, uint32_t local) {
  const uint32_t row = local / s.width, column = local - row * s.width;
  if (s.width > 1 && s.height > 1) {
    const Vec2f low{static_cast<float>((s.x0 + column) * kRenderTileWidth),
                    static_cast<float>((s.y0 + row) * kRenderTileHeight)};
    const Falloff<float> shape{s.a.z, s.a.w, s.b.x, s.b.y};
    if (!reaches(shape, {s.a.x, s.a.y}, low, low + Vec2f{kRenderTileWidth - 1, kRenderTileHeight - 1})) return kNoList;
  }
  return s.corner + (row * s.row + column) * kSlices;
}

// Rank of this lane's splat in a list. Active lanes with the same list share one atomic, because thousands of distant
// splats fall into one list.
__device__ inline uint32_t rank_in(uint32_t* counts, uint32_t list) {
  const unsigned lanes = __match_any_sync(__activemask(), list);
  const int leader = __ffs(static_cast<int>(lanes)) - 1;
  uint32_t first = 0;
  if (static_cast<int>(threadIdx.x % 32) == leader)
    first = atomicAdd(counts + list, static_cast<uint32_t>(__popc(lanes)));
  first = __shfl_sync(lanes, first, leader);
  return first + static_cast<uint32_t>(__popc(lanes & ((1u << threadIdx.x % 32) - 1u)));
}

// Thread i < kSplats has filled shared.splats[i], which has `count` candidates. All threads of the block must call it.
template <int kThreads, int kSplats>
__device__ void emit_candidates(EmitShared<kSplats>& shared, uint32_t count, const RenderBuffers& out) {
  constexpr int kAhead = 4;  // atomics in flight per thread
  const BlockSum sum = block_sum<kThreads>(threadIdx.x < kSplats ? count : 0);
  if (sum.total == 0) return;
  if (threadIdx.x < kSplats) shared.end[threadIdx.x] = sum.before + count;
  if (threadIdx.x == 0) {
    shared.base = atomicAdd(&out.counters->candidates, static_cast<unsigned long long>(sum.total));
  }
  __syncthreads();
  for (uint32_t first = threadIdx.x; first < sum.total; first += kAhead * kThreads) {
    uint32_t list[kAhead], rank[kAhead], splat[kAhead];
#pragma unroll
    for (int j = 0; j < kAhead; ++j) {
      const uint32_t c = first + static_cast<uint32_t>(j * kThreads);
      list[j] = kNoList;
      if (c >= sum.total) continue;
      int owner = 0;  // binary search: first splat whose end lies behind c
#pragma unroll
      for (int step = kSplats / 2; step > 0; step /= 2) {
        if (shared.end[owner + step - 1] <= c) owner += step;
      }
      const EmitSplat& s = shared.splats[owner];
      const uint32_t begin = owner > 0 ? shared.end[owner - 1] : 0;
      splat[j] = s.splat;
      if (shared.base + c < out.candidate_capacity) list[j] = list_of(s, c - begin);
      if (list[j] != kNoList) rank[j] = rank_in(out.counts, list[j]);
    }
#pragma unroll
    for (int j = 0; j < kAhead; ++j) {
      const unsigned long long at = shared.base + first + static_cast<uint32_t>(j * kThreads);
      if (first + static_cast<uint32_t>(j * kThreads) >= sum.total || at >= out.candidate_capacity) continue;
      out.candidate_list[at] = list[j];
      if (list[j] == kNoList) continue;
      out.candidate_rank[at] = rank[j];
      out.candidate_splat[at] = splat[j];
    }
  }
}

}  // namespace gs::splat::cuda
