// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One pass over all Gaussians: backward pass through the projection, regularisation, Adam and MCMC noise. Gradients
// stay in registers, and every parameter and moment is read and written once. Geometry: one thread per Gaussian. SH
// records pass through shared memory: their gradient is colour gradient times basis, and consecutive floats are updated
// by consecutive threads (coalesced access).
#include "gs/splat/cuda/train/train_gradient.cuh"
#include "gs/splat/train/cuda/step.h"
#include "gs/splat/train/optimise/adam_kernel.h"

namespace gs::splat::cuda {
namespace {

constexpr int kThreads = 128;

// True if the lists of this frame had no room for all splat-tile pairs.
__device__ bool overflowed(const TrainBuffers& frame, uint32_t tiles) {
  return frame.lists.begin[tiles] > frame.lists.pair_capacity;
}

// True if the Gaussian is visible and its opacity moment is not zero.
__device__ bool has_gradient(const TrainBuffers& frame, size_t i) {
  if (frame.boxes[i].x0 > frame.boxes[i].x1) return false;
  return frame.fixed != nullptr ? frame.fixed[i * kMomentStride + m0] != 0 : frame.moments[i * kMomentStride + m0] != 0;
}

// Counts the Gaussians with a gradient, by which adam_kernel divides the weights of the regularisation.
__global__ void __launch_bounds__(256) count_seen_kernel(size_t gaussians, TrainBuffers frame, StepRecord* record) {
  const size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const int count = __syncthreads_count(i < gaussians && has_gradient(frame, i));
  if (threadIdx.x == 0 && count > 0) atomicAdd(&record->seen, static_cast<uint32_t>(count));
}

// SH records of a block in shared memory. Degrees 1 and 3 are accessed 16 bytes at a time. The row pitch is an odd
// number of accesses, so that threads that each read one row do not conflict in a bank.
template <int kDegree>
struct ShRows {
  static constexpr int kK = sh_coefficients(kDegree), kFloats = 3 * kK;
  static constexpr int kWide = kK % 4 == 0 ? 4 : 1;
  static constexpr int kAccesses = kFloats / kWide;
  static constexpr int kRowAccesses = kAccesses | 1;
  using Access = std::conditional_t<kWide == 4, float4, float>;
  Access rows[kThreads * kRowAccesses];
  float basis[kK * (kThreads + 1)];  // SH basis of every Gaussian, [K, kThreads + 1]
  float color[3 * (kThreads + 1)];   // dL/d(colour before clamping), [3, kThreads + 1]
};

__device__ void update(float& x, float g, float& m, float& v, float rate, float root, bool active) {
  if (active) train::adam_update(x, g, m, v, rate, root);
}

// Copies the SH records of the block to shared memory.
template <int kDegree>
__device__ void load_rows(ShRows<kDegree>& shared, const float* sh, size_t first, size_t size) {
  using S = ShRows<kDegree>;
  const auto* from = reinterpret_cast<const typename S::Access*>(sh) + first * S::kAccesses;
  const int count = static_cast<int>(::min(static_cast<size_t>(kThreads), size - first)) * S::kAccesses;
#pragma unroll
  for (int k = 0; k < S::kAccesses; ++k) {
    const int e = k * kThreads + static_cast<int>(threadIdx.x);
    if (e < count) shared.rows[e / S::kAccesses * S::kRowAccesses + e % S::kAccesses] = from[e];
  }
}

// Adam update of the SH coefficients: gradient = colour gradient x basis.
template <int kDegree>
__device__ void update_rows(const ShRows<kDegree>& shared, const AdamBuffers& b, size_t first, const AdamStep& step) {
  using S = ShRows<kDegree>;
  using Access = typename S::Access;
  const size_t base = first * S::kAccesses;
  auto* const values = reinterpret_cast<Access*>(b.cloud.sh) + base;
  auto* const firsts = reinterpret_cast<Access*>(b.first.sh) + base;
  auto* const seconds = reinterpret_cast<Access*>(b.second.sh) + base;
  const int count = static_cast<int>(::min(static_cast<size_t>(kThreads), b.cloud.size - first)) * S::kAccesses;
#pragma unroll 4
  for (int k = 0; k < S::kAccesses; ++k) {
    const int e = k * kThreads + static_cast<int>(threadIdx.x);
    const int row = e / S::kAccesses, access = e % S::kAccesses;
    const int channel = access * S::kWide / S::kK, coefficient = access * S::kWide % S::kK;
    if (e >= count || coefficient >= step.active_coefficients) continue;
    Access x = shared.rows[row * S::kRowAccesses + access], m = firsts[e], v = seconds[e];
    const float color = shared.color[channel * (kThreads + 1) + row];
    float* const px = reinterpret_cast<float*>(&x);
    float* const pm = reinterpret_cast<float*>(&m);
    float* const pv = reinterpret_cast<float*>(&v);
#pragma unroll
    for (int j = 0; j < S::kWide; ++j) {
      const int at = coefficient + j;
      const float g = color * shared.basis[at * (kThreads + 1) + row];
      update(px[j], g, pm[j], pv[j], at == 0 ? step.color : step.color_rest, step.root, at < step.active_coefficients);
    }
    values[e] = x, firsts[e] = m, seconds[e] = v;
  }
}

// Adam update of one plane at Gaussian i; `now` is the parameter in a register.
__device__ void update_plane(float* x, float* m, float* v, size_t i, float g, float rate, float root, float& now) {
  float first = m[i], second = v[i];
  train::adam_update(now, g, first, second, rate, root);
  x[i] = now, m[i] = first, v[i] = second;
}

// Adam update of position, scale, rotation and opacity.
__device__ void update_geometry(const AdamBuffers& b, size_t i, Gaussian<float>& g, const Gaussian<float>& grad,
                                const AdamStep& s) {
  float* const mean[3] = {&g.mean.x, &g.mean.y, &g.mean.z};
  float* const scale[3] = {&g.log_scale.x, &g.log_scale.y, &g.log_scale.z};
  float* const turn[4] = {&g.rotation.x, &g.rotation.y, &g.rotation.z, &g.rotation.w};
  const float by_mean[3] = {grad.mean.x, grad.mean.y, grad.mean.z};
  const float by_scale[3] = {grad.log_scale.x, grad.log_scale.y, grad.log_scale.z};
  const float by_turn[4] = {grad.rotation.x, grad.rotation.y, grad.rotation.z, grad.rotation.w};
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    update_plane(b.cloud.position[k], b.first.position[k], b.second.position[k], i, by_mean[k], s.position, s.root,
                 *mean[k]);
    update_plane(b.cloud.log_scale[k], b.first.log_scale[k], b.second.log_scale[k], i, by_scale[k], s.log_scale, s.root,
                 *scale[k]);
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    update_plane(b.cloud.rotation[k], b.first.rotation[k], b.second.rotation[k], i, by_turn[k], s.rotation, s.root,
                 *turn[k]);
  }
  update_plane(b.cloud.opacity_logit, b.first.opacity_logit, b.second.opacity_logit, i, grad.opacity_logit, s.opacity,
               s.root, g.opacity_logit);
}

// Density statistics; add_density_statistics() on the CPU.
__device__ void count_pull(const AdamBuffers& b, size_t i, const Moments& moments, const Splat2<float>& splat,
                           const AdamStep& step) {
  const Vec2f v = splat_gradient(moments, splat).center;
  if (moments.m[m0] == 0.0f && v.x == 0.0f && v.y == 0.0f) return;
  const float x = v.x * step.half_width, y = v.y * step.half_height;
  b.pull[i] += sqrtf(x * x + y * y);
  b.count[i] += 1.0f;
}

// Sum of the gradients of pose and gain over the block, in a fixed order.
__device__ void put_view(const PoseGrad<float>& pose, const float* gain, float* partial) {
  __shared__ float sums[kViewGradients][kThreads / 32];
  const float parts[kViewGradients] = {pose.translation.x,
                                       pose.translation.y,
                                       pose.translation.z,
                                       pose.rotation.x,
                                       pose.rotation.y,
                                       pose.rotation.z,
                                       gain[0],
                                       gain[1],
                                       gain[2]};
#pragma unroll
  for (int k = 0; k < kViewGradients; ++k) {
    const float sum = warp_sum(parts[k]);
    if (threadIdx.x % 32 == 0) sums[k][threadIdx.x / 32] = sum;
  }
  __syncthreads();
  if (threadIdx.x >= kViewGradients) return;
  float total = 0;
  for (const float sum : sums[threadIdx.x]) total += sum;
  partial[static_cast<size_t>(blockIdx.x) * kViewGradients + threadIdx.x] = total;
}

template <int kDegree>
__global__ void __launch_bounds__(kThreads) adam_kernel(AdamBuffers b, ViewF view, TrainBuffers frame, uint32_t tiles,
                                                        AdamStep step, const StepRecord* record) {
  using S = ShRows<kDegree>;
  __shared__ S shared;
  if (overflowed(frame, tiles)) return;
  const size_t first = static_cast<size_t>(blockIdx.x) * kThreads, i = first + threadIdx.x;
  // 1. Load SH records and parameters.
  load_rows<kDegree>(shared, b.cloud.sh, first, b.cloud.size);
  const bool inside = i < b.cloud.size;
  const Gaussian<float> before = inside ? load_gaussian(b.cloud, i) : Gaussian<float>{};
  const bool visible = inside && frame.boxes[i].x0 <= frame.boxes[i].x1;
  ProjectionGrad<float> grad = no_gradient();
  float basis[S::kK] = {}, by_color[3] = {}, by_gain[3] = {};
  bool seen = false;
  __syncthreads();
  if (visible) {
    // 2. Gradient of one visible Gaussian: colour, then projection.
    const Moments moments = load_moments(frame, i);
    const Projection<float> projection = project_gaussian(before, view);
    const Vec3f offset = before.mean - view.position;
    sh_basis(view_direction(offset), kDegree, basis);
    float sh[S::kFloats];
#pragma unroll
    for (int k = 0; k < S::kAccesses; ++k) {
      const typename S::Access v = shared.rows[static_cast<int>(threadIdx.x) * S::kRowAccesses + k];
#pragma unroll
      for (int j = 0; j < S::kWide; ++j) sh[k * S::kWide + j] = reinterpret_cast<const float*>(&v)[j];
    }
    const ColorGrad color = color_gradient<kDegree>(sh, basis, offset, moments.m + m_red, view.gain);
    for (int c = 0; c < 3; ++c) by_color[c] = color.sum[c], by_gain[c] = color.log_gain[c];
    grad = project_gaussian_vjp(before, view, projection, splat_gradient(moments, projection.splat));
    grad.gaussian.mean += color.offset;
    grad.pose.translation += rotate(view.camera_from_map, color.offset);
    seen = moments.m[m0] != 0.0f;
    if (!train::learns_mirrored(step.gate, before.mean)) {
      grad.gaussian = no_gradient().gaussian;
      for (int c = 0; c < 3; ++c) by_color[c] = 0;
    }
    if (b.pull != nullptr) count_pull(b, i, moments, projection.splat, step);
  }
#pragma unroll
  for (int k = 0; k < S::kK; ++k) shared.basis[k * (kThreads + 1) + static_cast<int>(threadIdx.x)] = basis[k];
#pragma unroll
  for (int c = 0; c < 3; ++c) shared.color[c * (kThreads + 1) + static_cast<int>(threadIdx.x)] = by_color[c];
  // 3. Regularisation, Adam for the geometry, MCMC noise.
  if (inside) {
    if (seen) {
      // The weights of the step are those of one Gaussian; they are shared by all that are seen.
      // Actors have no penalty, and may be seen where no Gaussian of the background is.
      const float share = 1.0f / static_cast<float>(::max(record->seen, 1u));
      train::add_penalty(before,
                         {step.penalty.opacity * share, step.penalty.scale_per_m * share, step.penalty.largest_m},
                         grad.gaussian);
    }
    Gaussian<float> now = before;
    update_geometry(b, i, now, grad.gaussian, step);
    if (step.with_noise && seen) b.cloud.set_position(i, now.mean + cast<float>(train::mcmc_noise(now, i, step.noise)));
  }
  __syncthreads();
  // 4. Adam for the SH coefficients, all threads of the block together.
  update_rows<kDegree>(shared, b, first, step);
  if (b.pose_partial != nullptr) put_view(grad.pose, by_gain, b.pose_partial);
}

// Adds the block sums of the gradients of pose and gain; one block per component.
__global__ void __launch_bounds__(256) sum_view_kernel(const float* partial, size_t blocks, float* out) {
  __shared__ double sums[256];
  double sum = 0;
  for (size_t k = threadIdx.x; k < blocks; k += 256)
    sum += static_cast<double>(partial[k * kViewGradients + blockIdx.x]);
  sums[threadIdx.x] = sum;
  for (unsigned half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = static_cast<float>(sums[0]);
}

// Copies the list lengths of the frame to the record.
__global__ void frame_record_kernel(TrainBuffers frame, uint32_t tiles, StepRecord* record) {
  record->visible = frame.counters->visible, record->pairs = frame.lists.begin[tiles];
}

__global__ void __launch_bounds__(256) mirror_kernel(MutableCloudView cloud, MutableCloudView first) {
  const size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= cloud.size) return;
  train::mirror_gaussian(cloud, i), train::mirror_gaussian(first, i);
}

__global__ void __launch_bounds__(256) actor_limits_kernel(MutableCloudView cloud, train::ActorLimits limits) {
  const size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= cloud.size) return;
  cloud.set_position(i, train::position_within(limits, cloud.position_of(i)));
  cloud.set_log_scale(i, train::log_scale_within(limits, cloud.log_scale_of(i)));
}

unsigned blocks_of(size_t count, unsigned threads) { return static_cast<unsigned>((count + threads - 1) / threads); }

}  // namespace

void launch_count_seen(std::size_t gaussians, const TrainBuffers& frame, StepRecord* record, cudaStream_t stream) {
  if (gaussians == 0) return;
  count_seen_kernel<<<blocks_of(gaussians, 256), 256, 0, stream>>>(gaussians, frame, record);
}

std::size_t pose_blocks(std::size_t gaussians) { return blocks_of(gaussians, kThreads); }

void launch_adam(const AdamBuffers& buffers, const ViewF& view, const TrainBuffers& frame, uint32_t tiles,
                 const AdamStep& step, const StepRecord* record, cudaStream_t stream) {
  const std::size_t size = buffers.cloud.size;
  if (size == 0) return;
  with_degree(buffers.cloud.sh_degree, [&]<int kDegree>() {
    adam_kernel<kDegree><<<blocks_of(size, kThreads), kThreads, 0, stream>>>(buffers, view, frame, tiles, step, record);
  });
}

void launch_mirror(const AdamBuffers& actor, cudaStream_t stream) {
  if (actor.cloud.size == 0) return;
  mirror_kernel<<<blocks_of(actor.cloud.size, 256), 256, 0, stream>>>(actor.cloud, actor.first);
}

void launch_actor_limits(const MutableCloudView& cloud, const train::ActorLimits& limits, cudaStream_t stream) {
  if (cloud.size == 0) return;
  actor_limits_kernel<<<blocks_of(cloud.size, 256), 256, 0, stream>>>(cloud, limits);
}

void launch_actor_record(const float* pose_partial, std::size_t blocks, float* gradient, cudaStream_t stream) {
  sum_view_kernel<<<kViewGradients, 256, 0, stream>>>(pose_partial, blocks, gradient);
}

void launch_frame_record(const TrainBuffers& frame, uint32_t tiles, const float* pose_partial, std::size_t blocks,
                         StepRecord* record, cudaStream_t stream) {
  if (pose_partial != nullptr) {
    sum_view_kernel<<<6, 256, 0, stream>>>(pose_partial, blocks, &record->pose.translation.x);
  }
  frame_record_kernel<<<1, 1, 0, stream>>>(frame, tiles, record);
}

}  // namespace gs::splat::cuda
