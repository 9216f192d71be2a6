// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Types shared by the kernels of rendering (render_frame.h) and of training (train_frame.h).
//
// In both, the image is divided into tiles, and every tile gets a list of 64-bit keys (depth, splat) of the splats that
// reach it: splats are counted per tile, a prefix sum gives the start of every list, and the keys are written behind
// each other. One thread block per tile then takes the nearest keys batch by batch, sorts them in shared memory and
// blends. If a list buffer was too small, the host learns it after the frame, enlarges the buffer and repeats the
// frame.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "gs/splat/kernel/blend.h"
#include "gs/splat/kernel/view.h"

namespace gs::splat::cuda {

inline constexpr int kTile = 16;          // [px] side of a training tile
inline constexpr int kTileThreads = 256;  // threads per tile; in training one per pixel, a warp owns 8 x 4 pixels

// Bounding box of a visible splat, from which its tiles follow.
struct alignas(16) SplatBox {
  int16_t x0, x1, y0, y1;  // pixels, inclusive
  float depth;
};

// Counts of a frame, read by the host afterwards.
struct FrameCounters {
  uint32_t visible;  // visible splats
  uint32_t pairs;    // splat-tile pairs, also those beyond the capacity
};

// Tiles of one view; tiles of several views are numbered consecutively.
struct TileGrid {
  int tiles_x, tiles_y;
  uint32_t first_tile;
};

// Lists of all tiles. The buffers belong to the host class.
struct TileLists {
  uint32_t* counts;  // [tiles + 1] keys per tile
  uint32_t* begin;   // [tiles + 1] first key of each tile; the last entry is the total
  uint64_t* keys;    // [pair_capacity]
  uint64_t* room;    // [pair_capacity] scratch for sorting long lists
  uint32_t pair_capacity;
};

}  // namespace gs::splat::cuda
