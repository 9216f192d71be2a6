// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the kernels of a frame share. A frame is a batch of views; their tiles are numbered one view after the other.
//
//   project  Gaussians -> visible splats (compact, in any order), and how many splats each tile will get
//   scan     counts -> first pair of every tile
//   scatter  splats -> pairs: a 64-bit key (depth, splat) in the list of every tile they reach
//   raster   a block per tile: picks the nearest keys batch by batch, sorts them in shared memory, blends
//
// The host learns what happened when the frame is over: if a buffer was too small it is enlarged and the frame
// repeated.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "gs/splat/kernel/blend.h"
#include "gs/splat/kernel/view.h"

namespace gs::cuda {

inline constexpr int kTile = 16;          // [px]
inline constexpr int kTileThreads = 256;  // one per pixel; a warp owns 8 x 4 pixels

// Where a splat lies, for finding its tiles.
struct alignas(16) SplatBox {
  int16_t x0, x1, y0, y1;  // pixels, inclusive
  float depth;
};

struct FrameCounters {
  uint32_t visible;  // splats, also those that found no room
  uint32_t pairs;    // all of them
};

struct TileGrid {
  int tiles_x, tiles_y;
  uint32_t first_tile;
};

// Lists of all tiles. Plain pointers; the buffers belong to the host class.
struct TileLists {
  uint32_t* counts;  // [tiles + 1]
  uint32_t* begin;   // [tiles + 1]
  uint64_t* keys;    // [pair_capacity]
  uint64_t* room;    // [pair_capacity], for ordering long lists
  uint32_t pair_capacity;
};

}  // namespace gs::cuda
