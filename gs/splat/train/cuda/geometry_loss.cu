// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// geometry_loss.h on the device. One thread handles all LiDAR samples of a pixel, so that the result does not depend on
// the order of threads.
#include "gs/splat/cuda/train/train_gradient.cuh"
#include "gs/splat/kernel/ray_depth.h"
#include "gs/splat/train/cuda/step.h"
#include "gs/splat/train/loss/depth_kernel.h"
#include "gs/splat/train/loss/sky_kernel.h"

namespace gs::splat::cuda {
namespace {

constexpr unsigned kThreads = 256;

// Sum over the block in the order of its warps, for thread 0. All threads must call it.
__device__ double block_total(float value) {
  __shared__ float warps[kThreads / 32];
  const float sum = warp_sum(value);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  double total = 0;
  if (threadIdx.x == 0) {
    for (const float part : warps) total += static_cast<double>(part);
  }
  return total;
}

// One block adds all partial sums in a fixed order.
__global__ void __launch_bounds__(kThreads) sum_partial_kernel(const double* partial, unsigned count, double* total) {
  __shared__ double sums[kThreads];
  double sum = 0;
  for (unsigned i = threadIdx.x; i < count; i += kThreads) sum += partial[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) *total = sums[0];
}

// First pass of the depth loss: number of samples that count, and the sum of their errors.
__global__ void __launch_bounds__(kThreads)
    count_depth_kernel(GeometryTarget target, ConstPlanes image, double* partial, StepRecord* record) {
  const uint32_t k = blockIdx.x * kThreads + threadIdx.x;
  uint32_t count = 0;
  float sum = 0;
  if (k < target.run_count) {
    const DepthRun run = target.runs[k];
    const float alpha = image.alpha[run.pixel];
    if (alpha >= train::kLeastDepthAlpha) {
      const float expected = image.depth[run.pixel] / alpha;
      count = run.end - run.begin;
      for (uint32_t i = run.begin; i < run.end; ++i) sum += train::depth_loss(expected, target.inverse[i]);
    }
  }
  const double total = block_total(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = total;
  for (int offset = 16; offset > 0; offset /= 2) count += __shfl_xor_sync(0xFFFFFFFFu, count, offset);
  if (threadIdx.x % 32 == 0 && count > 0) atomicAdd(&record->depth_count, count);
}

// Second pass: gradient of the mean, which needs the number of samples.
__global__ void __launch_bounds__(kThreads)
    depth_gradient_kernel(GeometryTarget target, ConstPlanes image, Planes gradient, const StepRecord* record) {
  const uint32_t k = blockIdx.x * kThreads + threadIdx.x;
  if (k >= target.run_count) return;
  const DepthRun run = target.runs[k];
  const float alpha = image.alpha[run.pixel];
  if (!(alpha >= train::kLeastDepthAlpha)) return;
  const float expected = image.depth[run.pixel] / alpha;
  const float scale = target.depth_weight / static_cast<float>(record->depth_count);
  float by_depth = 0, by_alpha = 0;
  for (uint32_t i = run.begin; i < run.end; ++i) {
    const auto by = train::depth_loss_vjp(alpha, expected, target.inverse[i], scale);
    by_depth += by.by_depth;
    by_alpha += by.by_alpha;
  }
  gradient.depth[run.pixel] = by_depth;
  gradient.alpha[run.pixel] = by_alpha;
}

// Sky loss and its gradient; one thread per pixel.
__global__ void __launch_bounds__(kThreads)
    sky_kernel(GeometryTarget target, ConstPlanes image, Planes gradient, size_t pixels, double* partial) {
  const size_t i = static_cast<size_t>(blockIdx.x) * kThreads + threadIdx.x;
  train::SkyTerm term;
  if (i < pixels && target.sky[i] != 0 && (target.mask == nullptr || target.mask[i] != 0)) {
    const auto width = static_cast<size_t>(image.width);
    const Vec2f pixel{static_cast<float>(i % width), static_cast<float>(i / width)};
    term = train::sky_term(image.depth[i], distance_per_depth(target.camera, pixel), 1.0f / target.far_m);
    gradient.depth[i] += target.sky_weight / static_cast<float>(pixels) * term.by_depth;
  }
  const double total = block_total(term.missing);
  if (threadIdx.x == 0) partial[blockIdx.x] = total;
}

unsigned blocks_of(size_t count) { return static_cast<unsigned>((count + kThreads - 1) / kThreads); }

}  // namespace

std::size_t geometry_blocks(std::size_t pixels) { return blocks_of(pixels); }

void launch_geometry_loss(const GeometryTarget& target, const ConstPlanes& image, const Planes& gradient,
                          const GeometryBuffers& buffers, StepRecord* record, cudaStream_t stream) {
  const auto pixels = static_cast<size_t>(image.width) * static_cast<size_t>(image.height);
  cudaMemsetAsync(gradient.alpha, 0, pixels * sizeof(float), stream);
  cudaMemsetAsync(gradient.depth, 0, pixels * sizeof(float), stream);
  if (target.run_count > 0 && target.depth_weight > 0) {
    const unsigned blocks = blocks_of(target.run_count);  // at most one run per pixel, so the buffers suffice
    count_depth_kernel<<<blocks, kThreads, 0, stream>>>(target, image, buffers.depth, record);
    sum_partial_kernel<<<1, kThreads, 0, stream>>>(buffers.depth, blocks, &record->depth);
    depth_gradient_kernel<<<blocks, kThreads, 0, stream>>>(target, image, gradient, record);
  }
  if (target.sky != nullptr && target.sky_weight > 0) {
    sky_kernel<<<blocks_of(pixels), kThreads, 0, stream>>>(target, image, gradient, pixels, buffers.sky);
    sum_partial_kernel<<<1, kThreads, 0, stream>>>(buffers.sky, blocks_of(pixels), &record->sky);
  }
}

}  // namespace gs::splat::cuda
