// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Data exchanged between the stages of the CPU renderer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gs/splat/planes/planes.h"

namespace gs::splat::cpu {

inline constexpr int kTileSize = 32;  // [px] the planes of a tile fit into the L1 cache

// Tight bounding box of a splat inside the image [px], inclusive. Also stored apart from the records: binning reads
// boxes in depth order, which is random in memory, and eight times as many boxes as records fit into a cache.
struct SplatBox {
  int16_t x0, x1, y0, y1;
};

// One visible splat; fills a cache line.
struct alignas(64) SplatRecord {
  // The projection writes the first kProjectedFloats floats in this order, as a block.
  float x, y;              // centre [px]
  float xx, xy, yy, peak;  // Falloff
  float depth;
  float slope, reach, bend;  // pixels of row y: x + slope dy +- sqrt(reach - bend dy^2)
  float color[3];
  SplatBox box;
  uint32_t owner;  // index in the cloud; in a frame with the plane `instance`, the number of the instance
};
inline constexpr int kProjectedFloats = 10;
static_assert(sizeof(SplatRecord) == 64);

// Splats of a tile as record indices, nearest first.
struct TileList {
  const uint32_t* records;
  std::size_t count;
};

// Pixel rectangle of a tile.
struct TileRect {
  int x0, y0, width, height;  // [px], at most kTileSize
};

// Sums over pixels from which dL/d(splat) follows: moments of dL/d(ln alpha) about the splat's centre, and
// dL/d(colour), dL/d(depth).
struct SplatMoments {
  float m0, mx, my, mxx, mxy, myy;
  float color[3];
  float depth;
};

}  // namespace gs::splat::cpu
