// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/tile_batches.cuh"
#include "gs/splat/cuda/train/train_tile.cuh"

namespace gs::splat::cuda {
namespace {

// One block per tile, one thread per pixel: sorts the tile's list batch by batch and blends until the tile is opaque.
// Stores the sorted splats for the backward pass.
template <bool kDepth>
__global__ void __launch_bounds__(kTileThreads, 4)
    raster_kernel(ViewF view, TileGrid grid, TrainBuffers frame, Planes out) {
  __shared__ TileBatches::Shared batches_memory;
  __shared__ SplatBatch splats;
  const int tile = static_cast<int>(blockIdx.x);
  const PixelOfThread at(tile % grid.tiles_x, tile / grid.tiles_x);
  const bool inside = at.x < view.camera.width && at.y < view.camera.height;
  const Range range = tile_range(frame.lists);
  TileBatches batches(batches_memory, frame.lists.keys + range.begin, range.end - range.begin,
                      frame.lists.room + range.begin);
  // Negative transmittance marks a finished pixel; pixels outside the image are finished from the start.
  float t = inside ? 1.0f : -1.0f;
  float red = 0, green = 0, blue = 0, depth = 0, median = 0;
  const auto px = static_cast<float>(at.x), py = static_cast<float>(at.y);
  uint32_t used = 0;
  bool opaque = false;
  while (!opaque) {
    const uint32_t size = batches.next();
    if (size == 0) break;
    // Load the next sorted batch into shared memory and remember it.
    if (threadIdx.x < size) {
      const auto splat = static_cast<uint32_t>(batches_memory.keys[threadIdx.x]);
      splats.load(splat, frame.splats);
      frame.sorted[range.begin + used + threadIdx.x] = splat;
    }
    used += size;
    __syncthreads();
    walk_splats(
        size, at, [&](uint32_t j) { return splats.shape(j); }, [&](uint32_t j) { return splats.center(j); },
        [&] { return t > 0.0f; },
        [&](uint32_t j) {
          const float4 a = splats.a[j], b = splats.b[j];
          const float2 c = splats.c[j];
          const float dx = px - a.x, dy = py - a.y;
          const Blend<float> step = blend(alpha_of((a.z * dx + a.w * dy) * dx + (b.x * dy * dy + b.y)), t);
          red += step.weight * b.z;
          green += step.weight * b.w;
          blue += step.weight * c.x;
          if constexpr (kDepth) {
            depth += step.weight * c.y;
            if (t > 0.5f && abs(step.transmittance) <= 0.5f) median = c.y;
          }
          t = step.transmittance;
        });
    opaque = __syncthreads_count(t > 0.0f) == 0;
  }
  if (threadIdx.x == 0) frame.used[blockIdx.x] = used;
  if (!inside) return;
  const auto i = static_cast<size_t>(at.y) * static_cast<size_t>(out.width) + static_cast<size_t>(at.x);
  const auto put = [&](float* plane, float value) {
    if (plane != nullptr) plane[i] = value;
  };
  put(out.color[0], red), put(out.color[1], green), put(out.color[2], blue), put(out.alpha, 1.0f - abs(t));
  if constexpr (kDepth) put(out.depth, depth), put(out.median_depth, median);
}

}  // namespace

void launch_train_raster(const ViewF& view, TileGrid grid, const TrainBuffers& frame, const Planes& image,
                         cudaStream_t stream) {
  const auto tiles = static_cast<unsigned>(grid.tiles_x * grid.tiles_y);
  if (image.depth != nullptr || image.median_depth != nullptr) {
    raster_kernel<true><<<tiles, kTileThreads, 0, stream>>>(view, grid, frame, image);
  } else {
    raster_kernel<false><<<tiles, kTileThreads, 0, stream>>>(view, grid, frame, image);
  }
}

}  // namespace gs::splat::cuda
