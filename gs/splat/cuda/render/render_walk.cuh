// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Walk of a tile's pixels over a batch of splats, front to back. Each warp owns 8 x 8 pixels and each thread two of
// them, four columns apart, so that terms that depend only on the row are computed once. A warp first lists the splats
// that reach its pixels; 32 are tested at once, one per lane.
#pragma once

#include <cuda_fp16.h>

#include "gs/splat/cuda/frame.cuh"
#include "gs/splat/cuda/render/render_frame.h"
#include "gs/splat/kernel/splat_rectangle_test_kernel.h"

namespace gs::splat::cuda {

// A warp stops when the transmittance of all its pixels is below this: a quarter of an 8-bit step.
inline constexpr float kEnough = 1e-3f;

// Accumulated values of one pixel.
struct TilePixel {
  float transmittance, red, green, blue, depth, median_depth;
  uint32_t instance;
};

// The two pixels of this thread.
struct ThreadPixels {
  int x, y;  // first pixel; the second is at x + 4
  Vec2f tile_center;
  Vec2f warp_low, warp_high;   // pixel rectangle of the warp, relative to tile_center
  float in_tile_x, in_tile_y;  // first pixel, relative to tile_center

  // Tile coordinates in the image; warps are arranged 4 x 2.
  __device__ ThreadPixels(int tile_x, int tile_y) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int warp_x = warp % 4 * 8 - kRenderTileWidth / 2, warp_y = warp / 4 * 8 - kRenderTileHeight / 2;
    const int center_x = tile_x * kRenderTileWidth + kRenderTileWidth / 2;
    const int center_y = tile_y * kRenderTileHeight + kRenderTileHeight / 2;
    const int px = warp_x + lane % 4, py = warp_y + lane / 4;
    x = center_x + px, y = center_y + py;
    in_tile_x = static_cast<float>(px), in_tile_y = static_cast<float>(py);
    tile_center = {static_cast<float>(center_x), static_cast<float>(center_y)};
    warp_low = {static_cast<float>(warp_x), static_cast<float>(warp_y)};
    warp_high = warp_low + Vec2f{7.0f, 7.0f};
  }
};

// Batch of splats in shared memory, as polynomials about the tile centre: log2(alpha) = constant + x + y + xx + xy + yy
// terms. An extra invisible splat at the end pads the hit lists.
struct BatchSplats {
  float4 a[kTileThreads + 1];                          // constant, x, y, xx
  float4 b[kTileThreads + 1];                          // xy, yy, red and green, blue and instance
  float4 c[kTileThreads];                              // centre, peak, depth
  uint16_t hits[kTileThreads / 32][kTileThreads + 4];  // per warp: byte offsets of hit splats into a and b

  // Sets the padding splat: its alpha underflows to 0.
  __device__ void put_invisible() {
    a[kTileThreads] = make_float4(-1e30f, 0, 0, 0);
    b[kTileThreads] = make_float4(0, 0, 0, 0);
  }
  // Stores splat i of the batch, shifted to the tile centre; first and second are the two halves of a RenderSplat.
  __device__ void put(uint32_t i, float4 first, float4 second, float depth, Vec2f tile_center) {
    const float x = first.x - tile_center.x, y = first.y - tile_center.y, xx = first.z, xy = first.w, yy = second.x;
    a[i] = make_float4((xx * x + xy * y) * x + (yy * y * y + second.y), -(2.0f * xx * x + xy * y),
                       -(2.0f * yy * y + xy * x), xx);
    b[i] = make_float4(xy, yy, second.z, second.w);
    c[i] = make_float4(x, y, second.y, depth);
  }
};

// Converts the low 16 bits from half precision.
__device__ inline float half_bits(uint32_t bits) {
  return __half2float(__ushort_as_half(static_cast<unsigned short>(bits)));
}

// Lists the splats of the batch that reach this warp's pixels, in order, padded to a multiple of four with the
// invisible one. Returns their number without padding.
__device__ inline uint32_t list_hits(BatchSplats& splats, uint32_t count, const ThreadPixels& at) {
  const uint32_t lane = threadIdx.x % 32;
  uint16_t* const list = splats.hits[threadIdx.x / 32];
  uint32_t hits = 0;
  for (uint32_t group = 0; group < count; group += 32) {
    const uint32_t mine = group + lane;
    bool hit = false;
    if (mine < count) {
      const float4 b = splats.b[mine], c = splats.c[mine];
      hit = reaches({splats.a[mine].w, b.x, b.y, c.z}, {c.x, c.y}, at.warp_low, at.warp_high);
    }
    const unsigned lanes = __ballot_sync(kFullWarp, hit);
    if (hit) list[hits + static_cast<uint32_t>(__popc(lanes & ((1u << lane) - 1u)))] = static_cast<uint16_t>(mine * 16);
    hits += static_cast<uint32_t>(__popc(lanes));
  }
  if (lane < 4) list[hits + lane] = kTileThreads * 16;
  __syncwarp();
  return hits;
}

// Blends one splat into both pixels of this thread. Pixels below kMinTransmittance continue to be blended: the effect
// is invisible, and testing for it costs more.
template <RasterOutput kOutput>
__device__ inline void visit(const BatchSplats& splats, uint32_t offset, const ThreadPixels& at,
                             TilePixel (&pixels)[2]) {
  const auto load = [offset](const float4* from) {
    return *reinterpret_cast<const float4*>(reinterpret_cast<const char*>(from) + offset);
  };
  const float4 a = load(splats.a), b = load(splats.b);
  const float along_x = at.in_tile_y * b.x + a.y;
  const float in_row = at.in_tile_y * (at.in_tile_y * b.y + a.z) + a.x;
  const float red = half_bits(__float_as_uint(b.z) & 0xFFFFu), green = half_bits(__float_as_uint(b.z) >> 16);
  const float blue = half_bits(__float_as_uint(b.w) & 0xFFFFu);
#pragma unroll
  for (int k = 0; k < 2; ++k) {
    TilePixel& p = pixels[k];
    const float x = at.in_tile_x + static_cast<float>(4 * k);
    const float weight = p.transmittance * alpha_of(x * (x * a.w + along_x) + in_row);
    p.red += weight * red, p.green += weight * green, p.blue += weight * blue;
    const float behind = p.transmittance - weight;
    if constexpr (kOutput != RasterOutput::color) {
      const float depth = splats.c[offset / 16 % kTileThreads].w;
      p.depth += weight * depth;
      const bool passes = passes_half(p.transmittance, behind);
      if (passes) p.median_depth = depth;
      if constexpr (kOutput == RasterOutput::instance) {
        if (passes) p.instance = __float_as_uint(b.w) >> 16;
      }
    }
    p.transmittance = behind;
  }
}

// Blends a batch of `count` splats into the pixels of this warp, four hits per iteration.
template <RasterOutput kOutput>
__device__ inline void walk_batch(BatchSplats& splats, uint32_t count, const ThreadPixels& at, TilePixel (&pixels)[2]) {
  const auto unfinished = [&] {
    return __any_sync(kFullWarp, pixels[0].transmittance > kEnough || pixels[1].transmittance > kEnough);
  };
  if (!unfinished()) return;
  const uint32_t hits = list_hits(splats, count, at);
  const uint16_t* const list = splats.hits[threadIdx.x / 32];
  for (uint32_t i = 0; i < hits; i += 4) {
    if (i % 16 == 0 && i > 0 && !unfinished()) return;
    const uint2 four = *reinterpret_cast<const uint2*>(list + i);
    visit<kOutput>(splats, four.x & 0xFFFFu, at, pixels);
    visit<kOutput>(splats, four.x >> 16, at, pixels);
    visit<kOutput>(splats, four.y & 0xFFFFu, at, pixels);
    visit<kOutput>(splats, four.y >> 16, at, pixels);
  }
}

}  // namespace gs::splat::cuda
