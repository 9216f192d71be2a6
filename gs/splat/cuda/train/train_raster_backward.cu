// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gradient of blending. A lane owns a pixel and walks over the splats, but a splat needs sums over pixels. For 16
// splats at a time, the warp transposes its table of (splat, pixel) values in shared memory; then two lanes own a splat
// and add half of the pixels each. This costs a few instructions per splat, where a warp reduction would cost about a
// hundred.
#include "gs/splat/cuda/train/train_gradient.cuh"
#include "gs/splat/cuda/train/train_tile.cuh"

namespace gs::splat::cuda {
namespace {

constexpr int kWarps = kTileThreads / 32;
constexpr uint32_t kStage = 16;  // splats per transposition

struct Shared {
  SplatBatch splats;
  uint32_t id[kTileThreads];
  float4 pixel[kTileThreads];  // dL/d(red, green, blue, depth)
  // dL/d(ln alpha) and weight; pixel p of splat s is at s * 32 + (p ^ s), which avoids bank conflicts.
  float2 stage[kWarps][kStage * 32];
  uint8_t staged[kWarps][kStage];  // index in the batch of each staged splat
};

// Sums of a staged splat over the half of the warp's pixels that belongs to this lane; then both halves are added.
__device__ void sum_pixels(const float2* stage, const float4* pixel, Vec2f offset, float (&m)[kMoments]) {
  const uint32_t s = threadIdx.x % kStage, half = threadIdx.x % 32 / kStage;
#pragma unroll
  for (int k = 0; k < kMoments; ++k) m[k] = 0.0f;
#pragma unroll
  for (uint32_t row = 0; row < 2; ++row) {
    float row0 = 0, row1 = 0, row2 = 0;  // moments along the row, from its first pixel
#pragma unroll
    for (uint32_t i = 0; i < 8; ++i) {
      const uint32_t p = half * 16 + row * 8 + i;
      const float2 d = stage[s * 32 + (p ^ s)];
      const float4 v = pixel[p];
      const auto x = static_cast<float>(i);
      row0 += d.x, row1 += x * d.x, row2 += x * x * d.x;
      m[m_red] += d.y * v.x, m[m_green] += d.y * v.y, m[m_blue] += d.y * v.z, m[m_depth] += d.y * v.w;
    }
    const float dx = offset.x, dy = offset.y + static_cast<float>(2 * half + row);
    const float first = dx * row0 + row1;
    m[m0] += row0, m[mx] += first, m[my] += dy * row0;
    m[mxx] += dx * (first + row1) + row2, m[mxy] += dy * first, m[myy] += dy * dy * row0;
  }
#pragma unroll
  for (int k = 0; k < kMoments; ++k) m[k] += __shfl_xor_sync(kFullWarp, m[k], kStage);
}

// Adds the sums of the staged splats to their moments in device memory.
template <Accumulation kind>
__device__ void flush(Shared& shared, uint32_t count, const PixelOfThread& at, const TrainBuffers& frame) {
  const uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32, s = lane % kStage;
  float2* const stage = shared.stage[warp];
  __syncwarp();
  const uint32_t j = s < count ? shared.staged[warp][s] : shared.staged[warp][0];
  float m[kMoments];
  sum_pixels(stage, shared.pixel + warp * 32, at.warp_low - shared.splats.center(j), m);
  __syncwarp();
  float* const sums = reinterpret_cast<float*>(stage);  // [kStage, kMoments], neighbours for neighbours in memory
  if (lane < kStage) {
#pragma unroll
    for (int k = 0; k < kMoments; ++k) sums[s * kMoments + static_cast<uint32_t>(k)] = m[k];
  }
  __syncwarp();
  for (uint32_t e = lane; e < count * kMoments; e += 32) {
    const float sum = sums[e];
    if (sum == 0.0f) continue;
    const uint32_t k = e % kMoments, id = shared.id[shared.staged[warp][e / kMoments]];
    const size_t to = static_cast<size_t>(id) * kMomentStride + k;
    if constexpr (kind == Accumulation::fast) {
      atomicAdd(frame.moments + to, sum);
    } else {
      const long long units = __float2ll_rn(sum * (fixed_scale(static_cast<int>(k)) / frame.gradient_unit));
      atomicAdd(reinterpret_cast<unsigned long long*>(frame.fixed + to), static_cast<unsigned long long>(units));
    }
  }
  __syncwarp();
}

template <Accumulation kind>
__global__ void __launch_bounds__(kTileThreads, 4)
    raster_backward_kernel(ViewF view, TileGrid grid, TrainBuffers frame, ConstPlanes image, ConstPlanes grad) {
  __shared__ Shared shared;
  const int tile = static_cast<int>(blockIdx.x);
  const uint32_t used = frame.used[blockIdx.x];
  if (used == 0) return;
  const PixelOfThread at(tile % grid.tiles_x, tile / grid.tiles_x);
  const bool inside = at.x < view.camera.width && at.y < view.camera.height;
  const auto i = static_cast<size_t>(at.y) * static_cast<size_t>(image.width) + static_cast<size_t>(at.x);
  float behind = 0;  // sum of weight * value over all splats behind, starts with the finished image
  const auto take = [&](const float* value, const float* gradient) {
    if (!inside || gradient == nullptr) return 0.0f;
    behind += gradient[i] * value[i];
    return gradient[i];
  };
  // dL/d(channel) of this pixel; `behind` starts as the sum over all its splats.
  const float v_red = take(image.color[0], grad.color[0]), v_green = take(image.color[1], grad.color[1]);
  const float v_blue = take(image.color[2], grad.color[2]);
  const float v_depth = take(image.depth, grad.depth), v_alpha = take(image.alpha, grad.alpha);
  shared.pixel[threadIdx.x] = make_float4(v_red, v_green, v_blue, v_depth);

  // The forward pass left the sorted splats; recompute the blending front to back.
  const Range range = tile_range(frame.lists);
  const uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const auto px = static_cast<float>(at.x), py = static_cast<float>(at.y);
  float t = inside ? 1.0f : -1.0f;
  for (uint32_t first = 0; first < used; first += kTileThreads) {
    const uint32_t count = ::min(used - first, static_cast<uint32_t>(kTileThreads));
    if (threadIdx.x < count) {
      const uint32_t id = frame.sorted[range.begin + first + threadIdx.x];
      shared.splats.load(id, frame.splats);
      shared.id[threadIdx.x] = id;
    }
    __syncthreads();
    uint32_t staged = 0;
    walk_splats(
        count, at, [&](uint32_t j) { return shared.splats.shape(j); },
        [&](uint32_t j) { return shared.splats.center(j); }, [&] { return t > 0.0f; },
        [&](uint32_t j) {
          const float4 a = shared.splats.a[j], b = shared.splats.b[j];
          const float2 c = shared.splats.c[j];
          const float dx = px - a.x, dy = py - a.y;
          const float alpha = alpha_of((a.z * dx + a.w * dy) * dx + (b.x * dy * dy + b.y));
          const Blend<float> step = blend(alpha, t);
          const bool counts = step.weight > 0.0f;
          if (__any_sync(kFullWarp, counts)) {
            const float value = v_red * b.z + v_green * b.w + v_blue * c.x + v_depth * c.y + v_alpha;
            behind -= step.weight * value;
            const float d_log = counts ? alpha_vjp(alpha, blend_vjp(alpha, t, value, behind)) : 0.0f;
            shared.stage[warp][staged * 32 + (lane ^ staged)] = make_float2(d_log, step.weight);
            if (lane == 0) shared.staged[warp][staged] = static_cast<uint8_t>(j);
            if (++staged == kStage) {
              flush<kind>(shared, staged, at, frame);
              staged = 0;
            }
          }
          t = step.transmittance;
        });
    if (staged > 0) flush<kind>(shared, staged, at, frame);
    if (__syncthreads_count(t > 0.0f) == 0) break;
  }
}

}  // namespace

void launch_train_raster_backward(const ViewF& view, TileGrid grid, const TrainBuffers& frame, const ConstPlanes& image,
                                  const ConstPlanes& grad, cudaStream_t stream) {
  const auto tiles = static_cast<unsigned>(grid.tiles_x * grid.tiles_y);
  if (frame.fixed != nullptr) {
    raster_backward_kernel<Accumulation::exact><<<tiles, kTileThreads, 0, stream>>>(view, grid, frame, image, grad);
  } else {
    raster_backward_kernel<Accumulation::fast><<<tiles, kTileThreads, 0, stream>>>(view, grid, frame, image, grad);
  }
}

}  // namespace gs::splat::cuda
