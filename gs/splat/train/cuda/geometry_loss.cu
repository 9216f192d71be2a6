// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// geometry_loss.h on the device. A thread takes all LiDAR returns of a pixel, so that nothing depends on the order.
#include "gs/splat/cuda/train_gradient.cuh"
#include "gs/splat/train/cuda/step.h"

namespace gs::cuda {
namespace {

constexpr unsigned kThreads = 256;
constexpr float kLeastAlpha = 0.1f;

__device__ void add_warp(double* total, float value) {
  const float sum = warp_sum(value);
  if (threadIdx.x % 32 == 0 && sum != 0.0f) atomicAdd(total, static_cast<double>(sum));
}

__global__ void __launch_bounds__(kThreads)
    count_depth_kernel(GeometryTarget target, ConstPlanes image, StepRecord* record) {
  const uint32_t k = blockIdx.x * kThreads + threadIdx.x;
  uint32_t count = 0;
  float sum = 0;
  if (k < target.run_count) {
    const DepthRun run = target.runs[k];
    const float alpha = image.alpha[run.pixel];
    if (alpha >= kLeastAlpha) {
      const float expected = image.depth[run.pixel] / alpha;
      count = run.end - run.begin;
      for (uint32_t i = run.begin; i < run.end; ++i) sum += fminf(fabsf(expected * target.inverse[i] - 1.0f), 1.0f);
    }
  }
  add_warp(&record->depth, sum);
  for (int offset = 16; offset > 0; offset /= 2) count += __shfl_xor_sync(0xFFFFFFFFu, count, offset);
  if (threadIdx.x % 32 == 0 && count > 0) atomicAdd(&record->depth_count, count);
}

__global__ void __launch_bounds__(kThreads)
    depth_gradient_kernel(GeometryTarget target, ConstPlanes image, Planes gradient, const StepRecord* record) {
  const uint32_t k = blockIdx.x * kThreads + threadIdx.x;
  if (k >= target.run_count) return;
  const DepthRun run = target.runs[k];
  const float alpha = image.alpha[run.pixel];
  if (!(alpha >= kLeastAlpha)) return;
  const float expected = image.depth[run.pixel] / alpha;
  const float scale = target.depth_weight / static_cast<float>(record->depth_count);
  float by_depth = 0, by_alpha = 0;
  for (uint32_t i = run.begin; i < run.end; ++i) {
    const float error = expected * target.inverse[i] - 1.0f;
    if (fabsf(error) >= 1.0f) continue;
    const float by_expected = (error > 0 ? scale : error < 0 ? -scale : 0.0f) * target.inverse[i];
    by_depth += by_expected / alpha;
    by_alpha -= by_expected * expected / alpha;
  }
  gradient.depth[run.pixel] = by_depth;
  gradient.alpha[run.pixel] = by_alpha;
}

__global__ void __launch_bounds__(kThreads)
    sky_kernel(GeometryTarget target, ConstPlanes image, Planes gradient, size_t pixels, StepRecord* record) {
  const size_t i = static_cast<size_t>(blockIdx.x) * kThreads + threadIdx.x;
  float missing = 0;
  if (i < pixels && target.sky[i] != 0 && (target.mask == nullptr || target.mask[i] != 0)) {
    missing = fmaxf(1.0f - image.depth[i] / target.far_m, 0.0f);
    if (missing > 0.0f) gradient.depth[i] -= target.sky_weight / (target.far_m * static_cast<float>(pixels));
  }
  add_warp(&record->sky, missing);
}

unsigned blocks_of(size_t count) { return static_cast<unsigned>((count + kThreads - 1) / kThreads); }

}  // namespace

void launch_geometry_loss(const GeometryTarget& target, const ConstPlanes& image, const Planes& gradient,
                          StepRecord* record, cudaStream_t stream) {
  const auto pixels = static_cast<size_t>(image.width) * static_cast<size_t>(image.height);
  cudaMemsetAsync(gradient.alpha, 0, pixels * sizeof(float), stream);
  cudaMemsetAsync(gradient.depth, 0, pixels * sizeof(float), stream);
  if (target.run_count > 0 && target.depth_weight > 0) {
    count_depth_kernel<<<blocks_of(target.run_count), kThreads, 0, stream>>>(target, image, record);
    depth_gradient_kernel<<<blocks_of(target.run_count), kThreads, 0, stream>>>(target, image, gradient, record);
  }
  if (target.sky != nullptr && target.sky_weight > 0) {
    sky_kernel<<<blocks_of(pixels), kThreads, 0, stream>>>(target, image, gradient, pixels, record);
  }
}

}  // namespace gs::cuda
