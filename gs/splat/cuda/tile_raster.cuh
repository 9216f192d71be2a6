// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Walk of a tile's pixels over its splats, front to back. Each warp owns 8 x 4 pixels and visits only splats that reach
// them; 32 splats are tested at once, one per lane.
#pragma once

#include "gs/splat/cuda/frame.cuh"
#include "gs/splat/kernel/splat_rectangle_test_kernel.h"

namespace gs::splat::cuda {

// Pixel of this thread, and the pixel rectangle of its warp.
struct PixelOfThread {
  int x, y;
  Vec2f warp_low, warp_high;

  // Tile coordinates in the image; warps are arranged 2 x 4.
  __device__ PixelOfThread(int tile_x, int tile_y) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int x0 = tile_x * kTile + warp % 2 * 8, y0 = tile_y * kTile + warp / 2 * 4;
    x = x0 + lane % 8, y = y0 + lane / 8;
    warp_low = {static_cast<float>(x0), static_cast<float>(y0)};
    warp_high = warp_low + Vec2f{7.0f, 3.0f};
  }
};

// Calls visit(j) in order for each of `count` splats in shared memory that reaches the pixels of this warp. shape_of(j)
// and center_of(j) read a splat. Stops when unfinished() is false for all lanes.
template <class Shape, class Center, class Unfinished, class Visit>
__device__ void walk_splats(uint32_t count, const PixelOfThread& pixel, Shape shape_of, Center center_of,
                            Unfinished unfinished, Visit visit) {
  const uint32_t lane = threadIdx.x % 32;
  for (uint32_t group = 0; group < count; group += 32) {
    if (!__any_sync(kFullWarp, unfinished())) return;
    const uint32_t mine = group + lane;
    const bool hit = mine < count && reaches(shape_of(mine), center_of(mine), pixel.warp_low, pixel.warp_high);
    for (unsigned hits = __ballot_sync(kFullWarp, hit); hits != 0; hits &= hits - 1) {
      visit(group + static_cast<uint32_t>(__ffs(static_cast<int>(hits)) - 1));
    }
  }
}

}  // namespace gs::splat::cuda
