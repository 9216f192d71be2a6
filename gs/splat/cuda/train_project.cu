// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/tile_walk.cuh"
#include "gs/splat/cuda/train_frame.h"
#include "gs/splat/kernel/extent.h"
#include "gs/splat/kernel/sh.h"

namespace gs::cuda {
namespace {

constexpr int kThreads = 256;

__device__ Gaussian<float> load_gaussian(const CloudView& cloud, size_t i) {
  return {cloud.position_of(i), cloud.log_scale_of(i), cloud.rotation_of(i), cloud.opacity_logit[i]};
}

__global__ void __launch_bounds__(kThreads)
    project_kernel(CloudView cloud, ViewF view, TileGrid grid, TrainBuffers out) {
  const size_t i = static_cast<size_t>(blockIdx.x) * kThreads + threadIdx.x;
  const Gaussian<float> g = i < cloud.size ? load_gaussian(cloud, i) : Gaussian<float>{};
  const Projection<float> p = project_gaussian(g, view);
  const Extent<float> extent = visible_extent(p);
  bool visible = i < cloud.size && is_visible(g, view, p, extent);
  const int2 xs = pixels_within(p.splat.center.x, extent.half_width.x, view.camera.width);
  const int2 ys = pixels_within(p.splat.center.y, extent.half_width.y, view.camera.height);
  visible = visible && xs.x <= xs.y && ys.x <= ys.y;
  const uint32_t place = reserve_places<kThreads>(visible, &out.counters->visible);
  visible = visible && place < out.capacity;
  const Falloff<float> shape = falloff(p.splat);
  SplatBox box{};
  if (visible) {
    float basis[16];
    sh_basis(view_direction(g.mean - view.position), cloud.sh_degree, basis);
    const int coefficients = cloud.coefficients();
    const float* sh = cloud.sh_of(i);
    float color[3];
    for (int c = 0; c < 3; ++c) {
      float sum = 0;
      for (int k = 0; k < coefficients; ++k) sum += basis[k] * sh[c * coefficients + k];
      color[c] = sh_color(sum);
    }
    box = {static_cast<int16_t>(xs.x),
           static_cast<int16_t>(xs.y),
           static_cast<int16_t>(ys.x),
           static_cast<int16_t>(ys.y),
           p.splat.depth,
           0};
    out.boxes[place] = box;
    out.splats[place] = {p.splat.center.x,
                         p.splat.center.y,
                         shape.xx,
                         shape.xy,
                         shape.yy,
                         shape.peak,
                         color[0],
                         color[1],
                         color[2],
                         p.splat.depth,
                         static_cast<uint32_t>(i),
                         0.0f};
  }
  for_each_tile(
      visible, tiles_of(box), shape, p.splat.center,
      [&](int tx, int ty, int, bool alone) {
        return count_in_tile(out.lists.counts, static_cast<uint32_t>(ty * grid.tiles_x + tx), alone);
      },
      [](uint32_t, int) {});
}

__global__ void __launch_bounds__(kThreads) scatter_kernel(TileGrid grid, TrainBuffers frame) {
  const uint32_t visible = ::min(frame.counters->visible, frame.capacity);
  const uint32_t step = gridDim.x * blockDim.x;
  for (uint32_t first = blockIdx.x * blockDim.x + threadIdx.x / 32 * 32; first < visible; first += step) {
    const uint32_t i = first + threadIdx.x % 32;
    const bool active = i < visible;
    const SplatBox box = active ? frame.boxes[i] : SplatBox{};
    const TrainSplat s = active ? frame.splats[i] : TrainSplat{};
    for_each_tile(
        active, tiles_of(box), {s.xx, s.xy, s.yy, s.peak}, {s.x, s.y},
        [&](int tx, int ty, int, bool alone) {
          return place_in_tile(frame.lists, static_cast<uint32_t>(ty * grid.tiles_x + tx), alone);
        },
        [&](uint32_t slot, int source) {
          const uint32_t splat = first + static_cast<uint32_t>(source);
          const float depth = splat == i ? box.depth : frame.boxes[splat].depth;
          if (slot < frame.lists.pair_capacity) frame.lists.keys[slot] = depth_key(depth, splat);
        });
  }
}

// Colour: clamp, coefficients, direction. Returns dL/d(offset to the camera).
__device__ Vec3f color_backward(const CloudView& cloud, size_t i, Vec3f offset, const float (&v_color)[3],
                                float* sh_grad) {
  const int coefficients = cloud.coefficients();
  const Vec3f direction = view_direction(offset);
  float basis[16], basis_grad[16];
  sh_basis(direction, cloud.sh_degree, basis);
  for (float& b : basis_grad) b = 0.0f;
  const float* sh = cloud.sh_of(i);
  for (int c = 0; c < 3; ++c, sh += coefficients, sh_grad += coefficients) {
    float sum = 0;
    for (int k = 0; k < coefficients; ++k) sum += basis[k] * sh[k];
    const float v = sh_color_vjp(sh_color(sum), v_color[c]);
    for (int k = 0; k < coefficients; ++k) {
      sh_grad[k] = v * basis[k];
      basis_grad[k] += v * sh[k];
    }
  }
  return view_direction_vjp(offset, sh_basis_vjp(direction, cloud.sh_degree, basis_grad));
}

__device__ float warp_sum(float value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_xor_sync(kFullWarp, value, offset);
  return value;
}

__global__ void __launch_bounds__(128)
    project_backward_kernel(CloudView cloud, ViewF view, TrainBuffers frame, uint32_t visible, float* splat_grads,
                            size_t stride, MutableCloudView out) {
  using P = SplatGradPlanes;
  const uint32_t n = blockIdx.x * blockDim.x + threadIdx.x;
  PoseGrad<float> pose{};
  if (n < visible) {
    const TrainSplat s = frame.splats[n];
    const float* const m = frame.moments + static_cast<size_t>(n) * kMoments;
    constexpr float kLn2 = 0.6931471805599453f;
    const float a = -2.0f * kLn2 * s.xx, b = -kLn2 * s.xy, c = -2.0f * kLn2 * s.yy;
    const Splat2<float> v{{a * m[mx] + b * m[my], b * m[mx] + c * m[my]},
                          -0.5f * m[mxx],
                          -m[mxy],
                          -0.5f * m[myy],
                          m[m0] / exp2_of(s.peak),
                          m[m_depth]};
    const float v_color[3] = {m[m_red], m[m_green], m[m_blue]};
    const size_t i = s.gaussian;
    const float all[P::kCount] = {v.center.x, v.center.y, v.a,        v.b,        v.c,
                                  v.opacity,  v.depth,    v_color[0], v_color[1], v_color[2]};
    for (int k = 0; k < P::kCount; ++k) splat_grads[static_cast<size_t>(k) * stride + i] = all[k];

    const Gaussian<float> g = load_gaussian(cloud, i);
    const Vec3f d_offset = color_backward(cloud, i, g.mean - view.position, v_color, out.sh_of(i));
    ProjectionGrad<float> grad = project_gaussian_vjp(g, view, project_gaussian(g, view), v);
    pose = grad.pose;
    pose.translation += rotate(view.camera_from_map, d_offset);
    out.set_position(i, grad.gaussian.mean + d_offset);
    out.set_log_scale(i, grad.gaussian.log_scale);
    out.set_rotation(i, grad.gaussian.rotation);
    out.opacity_logit[i] = grad.gaussian.opacity_logit;
  }
  const float parts[6] = {pose.translation.x, pose.translation.y, pose.translation.z,
                          pose.rotation.x,    pose.rotation.y,    pose.rotation.z};
  float* const total = &frame.pose->translation.x;
  for (int k = 0; k < 6; ++k) {
    const float sum = warp_sum(parts[k]);
    if (threadIdx.x % 32 == 0) atomicAdd(total + k, sum);
  }
}

}  // namespace

void launch_train_project(const CloudView& cloud, const ViewF& view, TileGrid grid, const TrainBuffers& out,
                          cudaStream_t stream) {
  if (cloud.size == 0) return;
  project_kernel<<<static_cast<unsigned>((cloud.size + kThreads - 1) / kThreads), kThreads, 0, stream>>>(cloud, view,
                                                                                                         grid, out);
}

void launch_train_scatter(TileGrid grid, const TrainBuffers& frame, int blocks, cudaStream_t stream) {
  scatter_kernel<<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(grid, frame);
}

void launch_train_project_backward(const CloudView& cloud, const ViewF& view, const TrainBuffers& frame,
                                   uint32_t visible, float* splat_grads, size_t stride, const MutableCloudView& out,
                                   cudaStream_t stream) {
  if (visible == 0) return;
  project_backward_kernel<<<(visible + 127) / 128, 128, 0, stream>>>(cloud, view, frame, visible, splat_grads, stride,
                                                                     out);
}

}  // namespace gs::cuda
