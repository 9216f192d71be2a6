// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Iterates over the tiles of the splats of a warp. A small splat is handled by its own lane, a large one by the whole
// warp, so that a splat that fills the image does not delay the other 31.
#pragma once

#include "gs/splat/cuda/frame.cuh"
#include "gs/splat/kernel/splat_rectangle_test_kernel.h"

namespace gs::splat::cuda {

// Rectangle of tiles.
struct TileRange {
  int x0, x1, y0, y1;  // inclusive
  __device__ int width() const { return x1 - x0 + 1; }
  __device__ int count() const { return width() * (y1 - y0 + 1); }
};

// Tiles that a box touches.
__device__ inline TileRange tiles_of(const SplatBox& box) {
  return {box.x0 / kTile, box.x1 / kTile, box.y0 / kTile, box.y1 / kTile};
}

// Exact test of a splat against a tile. Never inlined: counting and scattering must agree on every tile, and inlined
// copies could round differently.
__device__ __noinline__ static bool reaches_tile(Falloff<float> f, Vec2f center, int tx, int ty) {
  const Vec2f low{static_cast<float>(tx * kTile), static_cast<float>(ty * kTile)};
  return reaches(f, center, low, low + Vec2f{kTile - 1, kTile - 1});
}

// For every tile reached by a splat of the warp: token = reserve(tile_x, tile_y, source lane, alone), then store(token,
// source lane). Several tiles are reserved before the first is stored, so that their atomics overlap. `alone` is true
// if no other lane can ask for the same tile at the same time. All lanes must call it.
template <class Reserve, class Store>
__device__ void for_each_tile(bool active, TileRange range, const Falloff<float>& f, Vec2f center, Reserve reserve,
                              Store store) {
  // Splats with up to kSerial tiles are handled by one lane; kAhead atomics are in flight.
  constexpr int kSerial = 8, kAhead = 4;
  const int lane = threadIdx.x % 32;
  const auto walk = [&](const TileRange& r, const Falloff<float>& shape, Vec2f middle, int first, int step,
                        int source) {
    const int count = r.count(), width = r.width();
    const bool one_line = r.x0 == r.x1 || r.y0 == r.y1;
    for (int k = first; k < count; k += kAhead * step) {
      uint32_t token[kAhead];
      bool hit[kAhead];
#pragma unroll
      for (int j = 0; j < kAhead; ++j) {
        const int at = k + j * step, tx = r.x0 + at % width, ty = r.y0 + at / width;
        hit[j] = at < count && (one_line || reaches_tile(shape, middle, tx, ty));
        if (hit[j]) token[j] = reserve(tx, ty, source, step > 1);
      }
#pragma unroll
      for (int j = 0; j < kAhead; ++j) {
        if (hit[j]) store(token[j], source);
      }
    }
  };
  const int count = active ? range.count() : 0;
  if (count > 0 && count <= kSerial) walk(range, f, center, 0, 1, lane);
  __syncwarp();
  for (unsigned large = __ballot_sync(kFullWarp, count > kSerial); large != 0; large &= large - 1) {
    const int source = __ffs(static_cast<int>(large)) - 1;
    const auto from = [&](auto value) { return __shfl_sync(kFullWarp, value, source); };
    const TileRange r{from(range.x0), from(range.x1), from(range.y0), from(range.y1)};
    const Falloff<float> shape{from(f.xx), from(f.xy), from(f.yy), from(f.peak)};
    walk(r, shape, {from(center.x), from(center.y)}, lane, 32, source);
    __syncwarp();
  }
}

// The active lanes that ask for the same tile: they share one atomic, because thousands of distant splats fall into one
// tile.
struct TileGroup {
  unsigned lanes;
  __device__ explicit TileGroup(uint32_t tile) : lanes(__match_any_sync(__activemask(), tile)) {}
  __device__ uint32_t size() const { return static_cast<uint32_t>(__popc(lanes)); }
  __device__ int leader() const { return __ffs(static_cast<int>(lanes)) - 1; }
  __device__ uint32_t rank() const { return static_cast<uint32_t>(__popc(lanes & ((1u << threadIdx.x % 32) - 1u))); }
};

// Counts one splat of a tile; the result of the atomic is not needed.
__device__ inline uint32_t count_in_tile(uint32_t* counts, uint32_t tile, bool alone) {
  if (alone) {
    atomicAdd(counts + tile, 1u);
    return 0;
  }
  const TileGroup group(tile);
  if (static_cast<int>(threadIdx.x % 32) == group.leader()) atomicAdd(counts + tile, group.size());
  return 0;
}
// Reserves a slot in a tile's list by counting its counter down.
__device__ inline uint32_t place_in_tile(const TileLists& lists, uint32_t tile, bool alone) {
  if (alone) return lists.begin[tile] + atomicSub(lists.counts + tile, 1u) - 1u;
  const TileGroup group(tile);
  uint32_t before = 0;
  if (static_cast<int>(threadIdx.x % 32) == group.leader()) before = atomicSub(lists.counts + tile, group.size());
  before = __shfl_sync(group.lanes, before, group.leader());
  return lists.begin[tile] + before - 1u - group.rank();
}

}  // namespace gs::splat::cuda
