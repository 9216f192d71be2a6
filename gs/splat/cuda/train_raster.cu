// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/tile_batches.cuh"
#include "gs/splat/cuda/tile_raster.cuh"
#include "gs/splat/cuda/train_frame.h"

namespace gs::cuda {
namespace {

// Splats of the batch in work, in shared memory.
struct SplatBatch {
  float4 a[kTileThreads], b[kTileThreads];
  float2 c[kTileThreads];  // blue, depth
  uint32_t id[kTileThreads];

  __device__ void load(uint32_t splat, const TrainSplat* splats) {
    const auto* from = reinterpret_cast<const float4*>(splats + splat);
    a[threadIdx.x] = __ldg(from), b[threadIdx.x] = __ldg(from + 1);
    const float4 last = __ldg(from + 2);
    c[threadIdx.x] = make_float2(last.x, last.y);
    id[threadIdx.x] = splat;
  }
  __device__ Falloff<float> shape(uint32_t j) const { return {a[j].z, a[j].w, b[j].x, b[j].y}; }
  __device__ Vec2f center(uint32_t j) const { return {a[j].x, a[j].y}; }
};

struct Range {
  uint32_t begin, end;
};
__device__ Range tile_range(const TileLists& lists) {
  return {::min(lists.begin[blockIdx.x], lists.pair_capacity), ::min(lists.begin[blockIdx.x + 1], lists.pair_capacity)};
}

__global__ void __launch_bounds__(kTileThreads)
    raster_kernel(ViewF view, TileGrid grid, TrainBuffers frame, Planes out) {
  __shared__ TileBatches::Shared batches_memory;
  __shared__ SplatBatch splats;
  const int tile = static_cast<int>(blockIdx.x);
  const PixelOfThread at(tile % grid.tiles_x, tile / grid.tiles_x);
  const bool inside = at.x < view.camera.width && at.y < view.camera.height;
  const Range range = tile_range(frame.lists);
  TileBatches batches(batches_memory, frame.lists.keys + range.begin, range.end - range.begin,
                      frame.lists.room + range.begin);
  float t = inside ? 1.0f : -1.0f;
  float red = 0, green = 0, blue = 0, depth = 0, median = 0;
  const auto px = static_cast<float>(at.x), py = static_cast<float>(at.y);
  uint32_t used = 0;
  bool opaque = false;
  while (!opaque) {
    const uint32_t size = batches.next();
    if (size == 0) break;
    for (uint32_t first = 0; first < size && !opaque; first += kTileThreads) {
      const uint32_t mine = first + threadIdx.x;
      if (mine < size) {
        const auto splat = static_cast<uint32_t>(batches_memory.keys[mine]);
        splats.load(splat, frame.splats);
        frame.sorted[range.begin + used + threadIdx.x] = splat;
      }
      const uint32_t count = ::min(size - first, static_cast<uint32_t>(kTileThreads));
      used += count;
      __syncthreads();
      walk_splats(
          count, at, [&](uint32_t j) { return splats.shape(j); }, [&](uint32_t j) { return splats.center(j); },
          [&] { return t > 0.0f; },
          [&](uint32_t j) {
            const float4 a = splats.a[j], b = splats.b[j];
            const float2 c = splats.c[j];
            const float dx = px - a.x, dy = py - a.y;
            const Blend<float> step = blend(alpha_of((a.z * dx + a.w * dy) * dx + (b.x * dy * dy + b.y)), t);
            red += step.weight * b.z;
            green += step.weight * b.w;
            blue += step.weight * c.x;
            depth += step.weight * c.y;
            if (t > 0.5f && abs(step.transmittance) <= 0.5f) median = c.y;
            t = step.transmittance;
          });
      opaque = __syncthreads_count(t > 0.0f) == 0;
    }
  }
  if (threadIdx.x == 0) frame.used[blockIdx.x] = used;
  if (!inside) return;
  const auto i = static_cast<size_t>(at.y) * static_cast<size_t>(out.width) + static_cast<size_t>(at.x);
  const auto put = [&](float* plane, float value) {
    if (plane != nullptr) plane[i] = value;
  };
  put(out.color[0], red), put(out.color[1], green), put(out.color[2], blue);
  put(out.alpha, 1.0f - abs(t)), put(out.depth, depth), put(out.median_depth, median);
}

// Sum over the warp of ten values at once: each step halves the number of values a lane carries as long as it can, so
// that the sums take 8 + 4 + 2 + 1 + 1 exchanges instead of fifty. Values beyond kMoments are zero.
__device__ void add_moments(const float (&values)[16], float* target) {
  const int lane = threadIdx.x % 32;
  float part[16];
#pragma unroll
  for (int k = 0; k < 16; ++k) part[k] = values[k];
#pragma unroll
  for (int half = 8, bit = 16; half > 0; half /= 2, bit /= 2) {
    const bool upper = (lane & bit) != 0;
#pragma unroll
    for (int k = 0; k < half; ++k) {
      const float give = upper ? part[k] : part[k + half];
      const float keep = upper ? part[k + half] : part[k];
      part[k] = keep + __shfl_xor_sync(kFullWarp, give, bit);
    }
  }
  const float total = part[0] + __shfl_xor_sync(kFullWarp, part[0], 1);
  // After the exchanges lane bits 4, 3, 2, 1 choose the value.
  const int value = lane >> 1;
  if ((lane & 1) == 0 && value < kMoments && total != 0.0f) atomicAdd(target + value, total);
}

__global__ void __launch_bounds__(kTileThreads)
    raster_backward_kernel(ViewF view, TileGrid grid, TrainBuffers frame, ConstPlanes image, ConstPlanes grad) {
  __shared__ SplatBatch splats;
  __shared__ float sums[kTileThreads * kMoments];  // of the batch, over the warps of the tile
  const int tile = static_cast<int>(blockIdx.x);
  const PixelOfThread at(tile % grid.tiles_x, tile / grid.tiles_x);
  const bool inside = at.x < view.camera.width && at.y < view.camera.height;
  const auto i = static_cast<size_t>(at.y) * static_cast<size_t>(image.width) + static_cast<size_t>(at.x);
  float behind = 0;  // sum over all splats of weight * value, from the finished picture
  const auto take = [&](const float* value, const float* gradient) {
    if (!inside || gradient == nullptr) return 0.0f;
    behind += gradient[i] * value[i];
    return gradient[i];
  };
  const float v_red = take(image.color[0], grad.color[0]), v_green = take(image.color[1], grad.color[1]);
  const float v_blue = take(image.color[2], grad.color[2]);
  const float v_depth = take(image.depth, grad.depth), v_alpha = take(image.alpha, grad.alpha);

  const Range range = tile_range(frame.lists);
  const uint32_t used = frame.used[blockIdx.x];
  float t = inside ? 1.0f : -1.0f;
  const auto px = static_cast<float>(at.x), py = static_cast<float>(at.y);
  for (uint32_t first = 0; first < used; first += kTileThreads) {
    const uint32_t count = ::min(used - first, static_cast<uint32_t>(kTileThreads));
    __syncthreads();
    if (threadIdx.x < count) splats.load(frame.sorted[range.begin + first + threadIdx.x], frame.splats);
    for (uint32_t k = threadIdx.x; k < count * kMoments; k += kTileThreads) sums[k] = 0.0f;
    __syncthreads();
    walk_splats(
        count, at, [&](uint32_t j) { return splats.shape(j); }, [&](uint32_t j) { return splats.center(j); },
        [&] { return t > 0.0f; },
        [&](uint32_t j) {
          const float4 a = splats.a[j], b = splats.b[j];
          const float2 c = splats.c[j];
          const float dx = px - a.x, dy = py - a.y;
          const float alpha = alpha_of((a.z * dx + a.w * dy) * dx + (b.x * dy * dy + b.y));
          const Blend<float> step = blend(alpha, t);
          const bool counts = step.weight > 0.0f;
          if (__any_sync(kFullWarp, counts)) {
            const float value = v_red * b.z + v_green * b.w + v_blue * c.x + v_depth * c.y + v_alpha;
            behind -= step.weight * value;
            const float d_log = counts ? alpha_vjp(alpha, blend_vjp(alpha, t, value, behind)) : 0.0f;
            const float dlx = d_log * dx, dly = d_log * dy;
            const float values[16] = {d_log,
                                      dlx,
                                      dly,
                                      dlx * dx,
                                      dlx * dy,
                                      dly * dy,
                                      step.weight * v_red,
                                      step.weight * v_green,
                                      step.weight * v_blue,
                                      step.weight * v_depth};
            add_moments(values, sums + j * kMoments);
          }
          t = step.transmittance;
        });
    __syncthreads();
    for (uint32_t k = threadIdx.x; k < count * kMoments; k += kTileThreads) {
      const float sum = sums[k];
      if (sum != 0.0f)
        atomicAdd(frame.moments + static_cast<size_t>(splats.id[k / kMoments]) * kMoments + k % kMoments, sum);
    }
    if (__syncthreads_count(t > 0.0f) == 0) break;
  }
}

}  // namespace

void launch_train_raster(const ViewF& view, TileGrid grid, const TrainBuffers& frame, const Planes& image,
                         cudaStream_t stream) {
  const auto tiles = static_cast<unsigned>(grid.tiles_x * grid.tiles_y);
  raster_kernel<<<tiles, kTileThreads, 0, stream>>>(view, grid, frame, image);
}

void launch_train_raster_backward(const ViewF& view, TileGrid grid, const TrainBuffers& frame, const ConstPlanes& image,
                                  const ConstPlanes& grad, cudaStream_t stream) {
  const auto tiles = static_cast<unsigned>(grid.tiles_x * grid.tiles_y);
  raster_backward_kernel<<<tiles, kTileThreads, 0, stream>>>(view, grid, frame, image, grad);
}

}  // namespace gs::cuda
