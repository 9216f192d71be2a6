// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the stages of the CPU renderer hand to each other.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gs/splat/image/planes.h"

namespace gs::cpu {

inline constexpr int kTileSize = 32;  // [px]: colour, depth and transmittance of a tile fit in the L1 cache

// Pixels of a splat's tight box, inclusive, inside the image. Kept apart from the records too: binning walks them in
// depth order, which is random in memory, and eight times as many fit in a cache.
struct SplatBox {
  int16_t x0, x1, y0, y1;
};

// One visible splat, a cache line.
struct alignas(64) SplatRecord {
  // The first kProjectedFloats are written in this order by the projection, as a block.
  float x, y;              // centre [px]
  float xx, xy, yy, peak;  // Falloff
  float depth;
  float slope, reach, bend;  // row y is touched at x + slope dy +- sqrt(reach - bend dy^2)
  float color[3];
  SplatBox box;
  uint32_t gaussian;  // index in the cloud
};
inline constexpr int kProjectedFloats = 10;
static_assert(sizeof(SplatRecord) == 64);

// The splats of a tile, nearest first, as indices of records.
struct TileList {
  const uint32_t* records;
  std::size_t count;
};

struct TileRect {
  int x0, y0, width, height;  // [px], at most kTileSize
};

// dL/d(record), summed over pixels. The moments are those of dL/d(ln alpha) about the centre.
struct SplatMoments {
  float m0, mx, my, mxx, mxy, myy;
  float color[3];
  float depth;
};

}  // namespace gs::cpu
