// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The tiles of the splats of a warp: small ones by their own lane, large ones by the whole warp together, so that a
// splat that fills the image does not hold up 31 others.
#pragma once

#include "gs/splat/cuda/frame.cuh"
#include "gs/splat/kernel/reach.h"

namespace gs::cuda {

struct TileRange {
  int x0, x1, y0, y1;  // inclusive
  __device__ int width() const { return x1 - x0 + 1; }
  __device__ int count() const { return width() * (y1 - y0 + 1); }
};

__device__ inline TileRange tiles_of(const SplatBox& box) {
  return {box.x0 / kTile, box.x1 / kTile, box.y0 / kTile, box.y1 / kTile};
}

// Never inlined: counting and scattering must agree on every tile, and inlined copies may round differently.
__device__ __noinline__ static bool reaches_tile(Falloff<float> f, Vec2f center, int tx, int ty) {
  const Vec2f low{static_cast<float>(tx * kTile), static_cast<float>(ty * kTile)};
  return reaches(f, center, low, low + Vec2f{kTile - 1, kTile - 1});
}

// visit(tile_x, tile_y, source lane) for every tile that a splat of the warp reaches. All lanes must call it.
template <class Visit>
__device__ void for_each_tile(bool active, TileRange range, const Falloff<float>& f, Vec2f center, Visit visit) {
  constexpr int kSerial = 8;
  const int lane = threadIdx.x % 32;
  const int count = active ? range.count() : 0;
  if (count <= kSerial) {
    const bool one_line = range.x0 == range.x1 || range.y0 == range.y1;
    for (int k = 0; k < count; ++k) {
      const int tx = range.x0 + k % range.width(), ty = range.y0 + k / range.width();
      if (one_line || reaches_tile(f, center, tx, ty)) visit(tx, ty, lane);
    }
  }
  for (unsigned large = __ballot_sync(kFullWarp, count > kSerial); large != 0; large &= large - 1) {
    const int source = __ffs(static_cast<int>(large)) - 1;
    const auto from = [&](auto value) { return __shfl_sync(kFullWarp, value, source); };
    const TileRange r{from(range.x0), from(range.x1), from(range.y0), from(range.y1)};
    const Falloff<float> shape{from(f.xx), from(f.xy), from(f.yy), from(f.peak)};
    const Vec2f middle{from(center.x), from(center.y)};
    for (int k = lane; k < r.count(); k += 32) {
      const int tx = r.x0 + k % r.width(), ty = r.y0 + k / r.width();
      if (reaches_tile(shape, middle, tx, ty)) visit(tx, ty, source);
    }
  }
}

// One atomic for all lanes that add to the same tile: thousands of far splats share one. Returns this lane's rank among
// those of its group, and the counter before the group.
struct TileTicket {
  uint32_t before, rank;
};
__device__ inline TileTicket add_to_tile(uint32_t* counts, uint32_t tile, bool subtract = false) {
  const unsigned group = __match_any_sync(__activemask(), tile);
  const int lane = threadIdx.x % 32, leader = __ffs(static_cast<int>(group)) - 1;
  const auto size = static_cast<uint32_t>(__popc(group));
  uint32_t before = 0;
  if (lane == leader) before = subtract ? atomicSub(counts + tile, size) : atomicAdd(counts + tile, size);
  before = __shfl_sync(group, before, leader);
  return {before, static_cast<uint32_t>(__popc(group & ((1u << lane) - 1u)))};
}

// Places for the active threads of a block in an array that grows by an atomic counter.
template <int kThreads>
__device__ uint32_t reserve_places(bool active, uint32_t* counter) {
  __shared__ uint32_t warp_begin[kThreads / 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned mask = __ballot_sync(kFullWarp, active);
  if (lane == 0) warp_begin[warp] = static_cast<uint32_t>(__popc(mask));
  __syncthreads();
  if (threadIdx.x == 0) {
    uint32_t total = 0;
    for (uint32_t& count : warp_begin) {
      const uint32_t here = count;
      count = total;
      total += here;
    }
    const uint32_t base = total > 0 ? atomicAdd(counter, total) : 0;
    for (uint32_t& begin : warp_begin) begin += base;
  }
  __syncthreads();
  return warp_begin[warp] + static_cast<uint32_t>(__popc(mask & ((1u << lane) - 1u)));
}

}  // namespace gs::cuda
