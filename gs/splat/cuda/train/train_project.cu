// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/tile_walk.cuh"
#include "gs/splat/cuda/train/train_gradient.cuh"
#include "gs/splat/kernel/splat_ellipse.h"

namespace gs::splat::cuda {
namespace {

constexpr int kThreads = 256;

// Colour of a Gaussian at `offset` from the camera. Records of degree 1 and 3 are read 16 bytes at a time.
template <int kDegree>
__device__ Vec3f color_of(const CloudView& cloud, size_t i, Vec3f offset) {
  constexpr int kK = sh_coefficients(kDegree);
  float basis[kK], sum[3] = {0, 0, 0};
  sh_basis(view_direction(offset), kDegree, basis);
  const float* sh = cloud.sh_of(i);
  if constexpr (kK % 4 == 0) {
    const float4* from = reinterpret_cast<const float4*>(sh);
#pragma unroll
    for (int k = 0; k < 3 * kK / 4; ++k) {
      const float4 v = __ldg(from + k);
      const int b = 4 * k % kK;
      sum[4 * k / kK] += basis[b] * v.x + basis[b + 1] * v.y + basis[b + 2] * v.z + basis[b + 3] * v.w;
    }
  } else {
#pragma unroll
    for (int k = 0; k < 3 * kK; ++k) sum[k / kK] += basis[k % kK] * __ldg(sh + k);
  }
  return {sh_color(sum[0]), sh_color(sum[1]), sh_color(sum[2])};
}

// Clears the moments of one Gaussian for the backward pass.
__device__ void clear_moments(const TrainBuffers& out, size_t i) {
  if (out.moments != nullptr) {
    float4* to = reinterpret_cast<float4*>(out.moments + i * kMomentStride);
    for (int k = 0; k < kMomentStride / 4; ++k) to[k] = make_float4(0, 0, 0, 0);
  }
  if (out.fixed != nullptr) {
    longlong2* to = reinterpret_cast<longlong2*>(out.fixed + i * kMomentStride);
    for (int k = 0; k < kMomentStride / 2; ++k) to[k] = make_longlong2(0, 0);
  }
}

template <int kDegree>
__global__ void __launch_bounds__(kThreads)
    project_kernel(CloudView cloud, ViewF view, TileGrid grid, TrainBuffers out) {
  // One thread per Gaussian. Threads beyond the end take part in the warp functions below.
  const size_t i = static_cast<size_t>(blockIdx.x) * kThreads + threadIdx.x;
  const Gaussian<float> g = i < cloud.size ? load_gaussian(cloud, i) : Gaussian<float>{};
  const Projection<float> p = project_gaussian(g, view);
  const Extent<float> extent = visible_extent(p);
  bool visible = i < cloud.size && is_visible(g, view, p, extent);
  const int2 xs = pixels_within(p.splat.center.x, extent.half_width.x, view.camera.width);
  const int2 ys = pixels_within(p.splat.center.y, extent.half_width.y, view.camera.height);
  visible = visible && xs.x <= xs.y && ys.x <= ys.y;
  const Falloff<float> shape = falloff(p.splat);
  // An empty box (1 to 0) tells the later kernels that the Gaussian is invisible and its splat was not written.
  SplatBox box{1, 0, 0, 0, 0.0f};
  if (visible) {
    const Vec3f plain = color_of<kDegree>(cloud, i, g.mean - view.position);
    const Vec3f color{view.gain.x * plain.x, view.gain.y * plain.y, view.gain.z * plain.z};
    box = {static_cast<int16_t>(xs.x), static_cast<int16_t>(xs.y), static_cast<int16_t>(ys.x),
           static_cast<int16_t>(ys.y), p.splat.depth};
    out.splats[i] = {p.splat.center.x, p.splat.center.y, shape.xx, shape.xy,      shape.yy,    shape.peak,
                     color.x,          color.y,          color.z,  p.splat.depth, {0.0f, 0.0f}};
    clear_moments(out, i);
  }
  if (i < cloud.size) out.boxes[i] = box;
  const int count = __syncthreads_count(visible);
  if (threadIdx.x == 0 && count > 0) atomicAdd(&out.counters->visible, static_cast<uint32_t>(count));
  for_each_tile(
      visible, tiles_of(box), shape, p.splat.center,
      [&](int tx, int ty, int, bool alone) {
        return count_in_tile(out.lists.counts, static_cast<uint32_t>(ty * grid.tiles_x + tx), alone);
      },
      [](uint32_t, int) {});
}

// Writes the keys of every splat into the lists of the tiles that project_kernel counted.
__global__ void __launch_bounds__(kThreads) scatter_kernel(size_t gaussians, TileGrid grid, TrainBuffers frame) {
  const size_t i = static_cast<size_t>(blockIdx.x) * kThreads + threadIdx.x;
  const SplatBox box = i < gaussians ? frame.boxes[i] : SplatBox{1, 0, 0, 0, 0.0f};
  const bool active = !is_empty(box);
  if (!__any_sync(kFullWarp, active)) return;
  Falloff<float> shape{};
  Vec2f center{};
  if (active) {
    const float4* from = reinterpret_cast<const float4*>(frame.splats + i);
    const float4 a = __ldg(from), b = __ldg(from + 1);
    shape = {a.z, a.w, b.x, b.y}, center = {a.x, a.y};
  }
  for_each_tile(
      active, tiles_of(box), shape, center,
      [&](int tx, int ty, int, bool alone) {
        return place_in_tile(frame.lists, static_cast<uint32_t>(ty * grid.tiles_x + tx), alone);
      },
      [&](uint32_t slot, int source) {
        // The slot may be for the splat of another lane of this warp.
        const auto splat = static_cast<uint32_t>(i - threadIdx.x % 32) + static_cast<uint32_t>(source);
        const float depth = splat == i ? box.depth : frame.boxes[splat].depth;
        if (slot < frame.lists.pair_capacity) frame.lists.keys[slot] = depth_key(depth, splat);
      });
}

template <int kDegree>
__global__ void __launch_bounds__(128)
    project_backward_kernel(CloudView cloud, ViewF view, TrainBuffers frame, float* splat_grads, size_t stride,
                            MutableCloudView out) {
  using P = SplatGradPlanes;
  constexpr int kK = sh_coefficients(kDegree);
  // One thread per Gaussian; invisible ones write zeros.
  const size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  ProjectionGrad<float> grad = no_gradient();
  float all[P::kCount] = {}, basis[kK] = {};
  ColorGrad color{};
  if (i < cloud.size && !is_empty(frame.boxes[i])) {
    const Moments moments = load_moments(frame, i);
    const Gaussian<float> g = load_gaussian(cloud, i);
    const Projection<float> projection = project_gaussian(g, view);
    const Splat2<float> v = splat_gradient(moments, projection.splat);
    const float* v_color = moments.m + m_red;
    const Vec3f offset = g.mean - view.position;
    sh_basis(view_direction(offset), kDegree, basis);
    color = color_gradient<kDegree>(cloud.sh_of(i), basis, offset, v_color, view.gain);
    grad = project_gaussian_vjp(g, view, projection, v);
    grad.pose.translation += rotate(view.camera_from_map, color.offset);
    const float here[P::kCount] = {v.center.x, v.center.y, v.a,        v.b,        v.c,
                                   v.opacity,  v.depth,    v_color[0], v_color[1], v_color[2]};
    for (int k = 0; k < P::kCount; ++k) all[k] = here[k];
  }
  if (i < cloud.size) {
    for (int k = 0; k < P::kCount; ++k) splat_grads[static_cast<size_t>(k) * stride + i] = all[k];
    for (int k = 0; k < 3 * kK; ++k) out.sh_of(i)[k] = color.sum[k / kK] * basis[k % kK];
    out.set_position(i, grad.gaussian.mean + color.offset);
    out.set_log_scale(i, grad.gaussian.log_scale);
    out.set_rotation(i, grad.gaussian.rotation);
    out.opacity_logit[i] = grad.gaussian.opacity_logit;
  }
  // All lanes take part, because add_pose() sums over the warp; those without a splat add zeros.
  if (frame.pose != nullptr) add_pose(grad.pose, frame.pose);
}

unsigned blocks_of(size_t count, unsigned threads) { return static_cast<unsigned>((count + threads - 1) / threads); }

}  // namespace

void launch_train_project(const CloudView& cloud, const ViewF& view, TileGrid grid, const TrainBuffers& out,
                          cudaStream_t stream) {
  if (cloud.size == 0) return;
  with_degree(cloud.sh_degree, [&]<int kDegree>() {
    project_kernel<kDegree><<<blocks_of(cloud.size, kThreads), kThreads, 0, stream>>>(cloud, view, grid, out);
  });
}

void launch_train_scatter(size_t gaussians, TileGrid grid, const TrainBuffers& frame, cudaStream_t stream) {
  if (gaussians == 0) return;
  scatter_kernel<<<blocks_of(gaussians, kThreads), kThreads, 0, stream>>>(gaussians, grid, frame);
}

void launch_train_project_backward(const CloudView& cloud, const ViewF& view, const TrainBuffers& frame,
                                   float* splat_grads, size_t stride, const MutableCloudView& out,
                                   cudaStream_t stream) {
  if (cloud.size == 0) return;
  with_degree(cloud.sh_degree, [&]<int kDegree>() {
    project_backward_kernel<kDegree>
        <<<blocks_of(cloud.size, 128), 128, 0, stream>>>(cloud, view, frame, splat_grads, stride, out);
  });
}

}  // namespace gs::splat::cuda
