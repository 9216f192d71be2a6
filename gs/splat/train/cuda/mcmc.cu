// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// mcmc_refine() on the device. Sampling weights are integers, so that prefix sums do not depend on the order of
// additions. The number of dead Gaussians stays on the device.
#include <cub/device/device_scan.cuh>

#include "gs/splat/train/cuda/step.h"

namespace gs::splat::cuda {
namespace {

constexpr unsigned kThreads = 256;
constexpr uint32_t kRelocate = purpose("mcmc_relocate"), kAdd = purpose("mcmc_add");

unsigned blocks_of(size_t count) { return static_cast<unsigned>((count + kThreads - 1) / kThreads); }
__device__ size_t thread_index() { return static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; }

__device__ double opacity_of(const CloudView& cloud, size_t i) {
  return 1 / (1 + exp(-static_cast<double>(cloud.opacity_logit[i])));
}
// True if all geometry values are finite.
__device__ bool all_finite(const CloudView& cloud, size_t i) {
  const Vec3f p = cloud.position_of(i), s = cloud.log_scale_of(i);
  const Quaternionf q = cloud.rotation_of(i);
  const float values[11] = {p.x, p.y, p.z, s.x, s.y, s.z, q.x, q.y, q.z, q.w, cloud.opacity_logit[i]};
  bool finite = true;
  for (const float value : values) finite = finite && isfinite(value);
  return finite;
}

__device__ double mean_pull(const AdamBuffers& state, size_t i) {
  return state.count[i] > 0 ? static_cast<double>(state.pull[i] / state.count[i]) : 0.0;
}

// Sum of the mean image gradients in a fixed order: first launch with many blocks writes block sums, second launch with
// one block adds them.
__global__ void __launch_bounds__(kThreads) pull_kernel(AdamBuffers state, double* out) {
  __shared__ double sums[kThreads];
  double sum = 0;
  if (gridDim.x == 1) {
    sum = out[threadIdx.x];
  } else {
    for (size_t i = thread_index(); i < state.cloud.size; i += static_cast<size_t>(gridDim.x) * kThreads) {
      sum += mean_pull(state, i);
    }
  }
  sums[threadIdx.x] = sum;
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) out[gridDim.x == 1 ? kPullPartials : blockIdx.x] = sums[0];
}
static_assert(kPullPartials == kThreads);

// living_weights() of the CPU, in fixed point with 36 fractional bits relative to the mean gradient: the sum over 2^26
// Gaussians fits into 64 bits.
__global__ void weigh_kernel(AdamBuffers state, float dead_opacity, McmcBuffers out) {
  const size_t i = thread_index(), size = state.cloud.size;
  if (i > size) return;
  if (i == size) {
    out.weights[i] = 0, out.dead[i] = 0;
    return;
  }
  constexpr double kLeastPull = 0.1;
  const double opacity = all_finite(state.cloud, i) ? opacity_of(state.cloud, i) : 0.0;
  const bool alive = opacity > static_cast<double>(dead_opacity);
  double pull = 1;
  if (state.pull != nullptr && out.pull[kPullPartials] > 0) {
    const double mean = out.pull[kPullPartials] / static_cast<double>(size);
    pull = mean_pull(state, i) / mean + kLeastPull;
  }
  out.weights[i] = alive ? static_cast<uint64_t>(opacity * pull * 0x1p36) + 1 : 0;
  out.dead[i] = alive ? 0 : 1;
  out.copies[i] = 0;
}

// Draws one Gaussian in proportion to its weight by binary search. `sums` are exclusive prefix sums: sums[i] is the
// weight before i, sums[size] the total.
__device__ size_t draw(const uint64_t* sums, size_t size, Random random) {
  const auto ticket = static_cast<uint64_t>(random.uniform() * static_cast<double>(sums[size]));
  size_t low = 0, high = size;  // invariant: sums[low] <= ticket < sums[high]
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    (sums[middle] <= ticket ? low : high) = middle;
  }
  return low;
}

// Chooses a source for every dead Gaussian; ~0 for living ones.
__global__ void draw_dead_kernel(size_t size, McmcBuffers b, McmcRefine refine) {
  const size_t i = thread_index();
  if (i >= size) return;
  const uint32_t k = b.dead[i];
  b.sources[i] = ~0u;
  if (b.dead[i + 1] == k || b.weights[size] == 0) return;  // alive, or no Gaussian is alive
  const size_t source = draw(b.weights, size, Random(refine.seed, kRelocate, refine.iteration << 32 | k));
  b.sources[i] = static_cast<uint32_t>(source);
  atomicAdd(b.copies + source, 1u);
}

// Chooses a source for every Gaussian that is added.
__global__ void draw_added_kernel(size_t size, size_t added, McmcBuffers b, McmcRefine refine) {
  const size_t k = thread_index();
  if (k >= added) return;
  const size_t source = draw(b.weights, size, Random(refine.seed, kAdd, refine.iteration << 32 | k));
  b.sources[size + k] = static_cast<uint32_t>(source);
  atomicAdd(b.copies + source, 1u);
}

// Shrinks opacity and scale of every source by mcmc_share(); share_out() on the CPU.
__global__ void share_kernel(AdamBuffers state, const uint32_t* copies, float dead_opacity) {
  const size_t i = thread_index();
  if (i >= state.cloud.size || copies[i] == 0) return;
  const train::McmcShare share = train::mcmc_share(opacity_of(state.cloud, i), static_cast<int>(copies[i]) + 1);
  const double least = 1.001 * static_cast<double>(dead_opacity);
  const double opacity = fmin(fmax(share.opacity, least), 1 - 1e-6);
  state.cloud.opacity_logit[i] = static_cast<float>(log(opacity / (1 - opacity)));
  const auto step = static_cast<float>(log(share.scale));
  state.cloud.set_log_scale(i, state.cloud.log_scale_of(i) + Vec3f{step, step, step});
  clear_gaussian(state.first, i), clear_gaussian(state.second, i);
}

// Makes Gaussians begin .. begin + count copies of their sources.
__global__ void copy_kernel(AdamBuffers state, size_t begin, size_t count, const uint32_t* sources) {
  const size_t i = begin + thread_index();
  if (i >= begin + count || sources[i] == ~0u) return;
  const size_t from = sources[i];
  const MutableCloudView& cloud = state.cloud;
  cloud.set_position(i, cloud.position_of(from));
  cloud.set_log_scale(i, cloud.log_scale_of(from));
  cloud.set_rotation(i, cloud.rotation_of(from));
  cloud.opacity_logit[i] = cloud.opacity_logit[from];
  for (int k = 0; k < 3 * cloud.coefficients(); ++k) cloud.sh_of(i)[k] = cloud.sh_of(from)[k];
  clear_gaussian(state.first, i), clear_gaussian(state.second, i);
}

// Exclusive prefix sums of weights and dead flags.
cudaError_t sum_up(const McmcBuffers& b, size_t size, cudaStream_t stream) {
  size_t bytes = b.temporary_bytes;
  // Without temporary memory, cub would only report the size it needs and sum nothing.
  if (b.temporary == nullptr || bytes == 0) return cudaErrorInvalidValue;
  const cudaError_t status = cub::DeviceScan::ExclusiveSum(b.temporary, bytes, b.weights, b.weights, size + 1, stream);
  if (status != cudaSuccess) return status;
  return cub::DeviceScan::ExclusiveSum(b.temporary, bytes, b.dead, b.dead, size + 1, stream);
}

// Weights, dead flags and their prefix sums for the current state.
cudaError_t weigh(const AdamBuffers& state, const McmcBuffers& b, float dead_opacity, cudaStream_t stream) {
  if (state.pull != nullptr) {
    pull_kernel<<<kPullPartials, kThreads, 0, stream>>>(state, b.pull);
    pull_kernel<<<1, kThreads, 0, stream>>>(state, b.pull);
  }
  weigh_kernel<<<blocks_of(state.cloud.size + 1), kThreads, 0, stream>>>(state, dead_opacity, b);
  return sum_up(b, state.cloud.size, stream);
}

}  // namespace

Temporary mcmc_temporary(std::size_t capacity) {
  size_t bytes = 0, other = 0;
  const auto of = [&](auto* none, size_t& size) {
    return cub::DeviceScan::ExclusiveSum(nullptr, size, none, none, capacity + 1);
  };
  cudaError_t status = of(static_cast<uint64_t*>(nullptr), bytes);
  if (status == cudaSuccess) status = of(static_cast<uint32_t*>(nullptr), other);
  return {status, bytes > other ? bytes : other};
}

cudaError_t launch_mcmc_relocate(const AdamBuffers& state, const McmcBuffers& b, const McmcRefine& refine,
                                 cudaStream_t stream) {
  const size_t size = state.cloud.size;
  if (size == 0) return cudaSuccess;
  const cudaError_t status = weigh(state, b, refine.dead_opacity, stream);
  if (status != cudaSuccess) return status;
  draw_dead_kernel<<<blocks_of(size), kThreads, 0, stream>>>(size, b, refine);
  share_kernel<<<blocks_of(size), kThreads, 0, stream>>>(state, b.copies, refine.dead_opacity);
  copy_kernel<<<blocks_of(size), kThreads, 0, stream>>>(state, 0, size, b.sources);
  return cudaGetLastError();
}

cudaError_t launch_mcmc_add(const AdamBuffers& state, std::size_t added, const McmcBuffers& b, const McmcRefine& refine,
                            cudaStream_t stream) {
  const size_t size = state.cloud.size;
  if (size == 0 || added == 0) return cudaSuccess;
  const cudaError_t status = weigh(state, b, refine.dead_opacity, stream);
  if (status != cudaSuccess) return status;
  draw_added_kernel<<<blocks_of(added), kThreads, 0, stream>>>(size, added, b, refine);
  share_kernel<<<blocks_of(size), kThreads, 0, stream>>>(state, b.copies, refine.dead_opacity);
  copy_kernel<<<blocks_of(added), kThreads, 0, stream>>>(state, size, added, b.sources);
  return cudaGetLastError();
}

}  // namespace gs::splat::cuda
