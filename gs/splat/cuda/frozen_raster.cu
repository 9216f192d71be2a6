// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp16.h>

#include "gs/splat/cuda/frozen_frame.h"
#include "gs/splat/cuda/tile_batches.cuh"
#include "gs/splat/cuda/tile_raster.cuh"

namespace gs::cuda {
namespace {

struct Pixel {
  float transmittance, red, green, blue, depth, median_depth;
};

__device__ float half_bits(uint32_t bits) { return __half2float(__ushort_as_half(static_cast<unsigned short>(bits))); }

template <bool kDepth>
__device__ void write_pixel(const FrozenView& v, const FrozenStyle& style, const PixelOfThread& at, const Pixel& p) {
  const auto i = static_cast<size_t>(at.y) * static_cast<size_t>(v.view.camera.width) + static_cast<size_t>(at.x);
  const float alpha = 1.0f - abs(p.transmittance);
  if (v.alpha != nullptr) v.alpha[i] = alpha;
  if constexpr (kDepth) {
    if (v.depth != nullptr) v.depth[i] = alpha > 0.0f ? p.depth / alpha : 0.0f;
    if (v.median_depth != nullptr) v.median_depth[i] = p.median_depth;
  }
  if (v.rgb8 == nullptr) return;
  Vec3f behind = style.background;
  if (v.rays != nullptr && alpha < 1.0f - 1.0f / 1024.0f) {
    behind = sample_sky(style.sky, rotate(v.map_from_camera, v.rays[i]));
  }
  const Vec3f c = compose_pixel({p.red, p.green, p.blue}, alpha, behind, style.factor);
  v.rgb8[3 * i] = to_byte(c.x), v.rgb8[3 * i + 1] = to_byte(c.y), v.rgb8[3 * i + 2] = to_byte(c.z);
}

template <bool kDepth>
__global__ void __launch_bounds__(kTileThreads, 4)
    raster_kernel(const FrozenView* views, int view_count, FrozenBuffers frame, FrozenStyle style) {
  __shared__ TileBatches::Shared batches_memory;
  __shared__ float4 splat_a[kTileThreads], splat_b[kTileThreads];
  int view_index = 0;
  while (view_index + 1 < view_count && blockIdx.x >= views[view_index + 1].grid.first_tile) ++view_index;
  const FrozenView& v = views[view_index];
  const int tile = static_cast<int>(blockIdx.x - v.grid.first_tile);
  const PixelOfThread at(tile % v.grid.tiles_x, tile / v.grid.tiles_x);
  const bool inside = at.x < v.view.camera.width && at.y < v.view.camera.height;
  Pixel p{inside ? 1.0f : -1.0f, 0, 0, 0, 0, 0};

  const uint32_t begin = ::min(frame.lists.begin[blockIdx.x], frame.lists.pair_capacity);
  const uint32_t end = ::min(frame.lists.begin[blockIdx.x + 1], frame.lists.pair_capacity);
  TileBatches batches(batches_memory, frame.lists.keys + begin, end - begin, frame.lists.room + begin);
  const auto px = static_cast<float>(at.x), py = static_cast<float>(at.y);
  bool opaque = false;
  while (!opaque) {
    const uint32_t size = batches.next();
    if (size == 0) break;
    for (uint32_t first = 0; first < size && !opaque; first += kTileThreads) {
      const uint32_t mine = first + threadIdx.x;
      if (mine < size) {
        const auto* from =
            reinterpret_cast<const float4*>(frame.splats + static_cast<uint32_t>(batches_memory.keys[mine]));
        splat_a[threadIdx.x] = __ldg(from), splat_b[threadIdx.x] = __ldg(from + 1);
      }
      __syncthreads();
      walk_splats(
          ::min(size - first, static_cast<uint32_t>(kTileThreads)), at,
          [&](uint32_t j) {
            return Falloff<float>{splat_a[j].z, splat_a[j].w, splat_b[j].x, splat_b[j].y};
          },
          [&](uint32_t j) {
            return Vec2f{splat_a[j].x, splat_a[j].y};
          },
          [&] { return p.transmittance > 0.0f; },
          [&](uint32_t j) {
            const float4 a = splat_a[j], b = splat_b[j];
            const float dx = px - a.x, dy = py - a.y;
            const float exponent = (a.z * dx + a.w * dy) * dx + (b.x * dy * dy + b.y);
            const Blend<float> step = blend(alpha_of(exponent), p.transmittance);
            const uint32_t red_green = __float_as_uint(b.z), blue = __float_as_uint(b.w);
            p.red += step.weight * half_bits(red_green & 0xFFFFu);
            p.green += step.weight * half_bits(red_green >> 16);
            p.blue += step.weight * half_bits(blue & 0xFFFFu);
            if constexpr (kDepth) {
              const float depth = depth_of(batches_memory.keys[first + j]);
              p.depth += step.weight * depth;
              if (p.transmittance > 0.5f && abs(step.transmittance) <= 0.5f) p.median_depth = depth;
            }
            p.transmittance = step.transmittance;
          });
      opaque = __syncthreads_count(p.transmittance > 0.0f) == 0;
    }
  }
  if (inside) write_pixel<kDepth>(v, style, at, p);
}

}  // namespace

void launch_frozen_raster(const FrozenView* views, int view_count, uint32_t tiles, const FrozenBuffers& frame,
                          const FrozenStyle& style, bool with_depth, cudaStream_t stream) {
  if (with_depth) {
    raster_kernel<true><<<tiles, kTileThreads, 0, stream>>>(views, view_count, frame, style);
  } else {
    raster_kernel<false><<<tiles, kTileThreads, 0, stream>>>(views, view_count, frame, style);
  }
}

}  // namespace gs::cuda
