// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp16.h>

#include "gs/splat/cuda/frozen_frame.h"
#include "gs/splat/cuda/tile_walk.cuh"
#include "gs/splat/kernel/extent.h"
#include "gs/splat/kernel/sh.h"

namespace gs::cuda {
namespace {

// The sphere of a chunk against the frustum; generous by 4 pixels for the low-pass filter and the linearised lens.
__device__ bool may_be_seen(const ChunkBounds& chunk, const FrozenView& v) {
  const ViewF& view = v.view;
  const Vec3f center =
      rotate(view.camera_from_map, Vec3f{chunk.center[0], chunk.center[1], chunk.center[2]} - view.position);
  const float distance = norm(center);
  if (distance - chunk.radius > view.far_m) return false;
  if (!v.cull) return true;
  if (center.z + chunk.radius < view.near_m) return false;
  const float radius = 1.2f * chunk.radius + 4.0f / min(view.camera.fx, view.camera.fy) * max(center.z, 0.0f);
  const auto inside = [&](float across, float tangent) {  // across - tangent z >= 0 is inside
    return across - tangent * center.z >= -radius * sqrt(1.0f + tangent * tangent);
  };
  return inside(center.x, v.frustum_low.x) && inside(-center.x, -v.frustum_high.x) &&
         inside(center.y, v.frustum_low.y) && inside(-center.y, -v.frustum_high.y);
}

__device__ Gaussian<float> unpack(const PackedGeometry* from) {
  const auto* words = reinterpret_cast<const uint4*>(from);
  const uint4 a = __ldg(words), b = __ldg(words + 1);
  const auto low = [](uint32_t w) { return static_cast<uint16_t>(w & 0xFFFFu); };
  const auto high = [](uint32_t w) { return static_cast<uint16_t>(w >> 16); };
  const auto part = [](uint16_t h) { return static_cast<float>(static_cast<int16_t>(h)); };
  Gaussian<float> g;
  g.mean = {__uint_as_float(a.x), __uint_as_float(a.y), __uint_as_float(a.z)};
  g.log_scale = {dequantize(low(a.w)), dequantize(high(a.w)), dequantize(low(b.x))};
  g.opacity_logit = dequantize(high(b.x));
  g.rotation = {part(low(b.y)), part(high(b.y)), part(low(b.z)), part(high(b.z))};
  return g;
}

// Colour from SH in half precision, eight coefficients a load. [3, K]: coefficient n belongs to channel n / K.
template <int kDegree>
__device__ Vec3f color_of(const uint4* sh, Vec3f direction) {
  constexpr int kCoefficients = sh_coefficients(kDegree), kLoads = packed_sh_halfs(kDegree) / 8;
  float basis[kCoefficients];
  sh_basis(direction, kDegree, basis);
  float sum[3] = {0, 0, 0};
#pragma unroll
  for (int load = 0; load < kLoads; ++load) {
    const uint4 words = __ldg(sh + load);
    const uint32_t pairs[4] = {words.x, words.y, words.z, words.w};
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      const int n = load * 8 + k;
      if (n >= 3 * kCoefficients) break;
      const auto bits = static_cast<unsigned short>(pairs[k / 2] >> (k % 2 * 16));
      sum[n / kCoefficients] += basis[n % kCoefficients] * __half2float(__ushort_as_half(bits));
    }
  }
  return {sh_color(sum[0]), sh_color(sum[1]), sh_color(sum[2])};
}

__device__ uint32_t pack_halfs(float a, float b) {
  return static_cast<uint32_t>(__half_as_ushort(__float2half_rn(a))) |
         static_cast<uint32_t>(__half_as_ushort(__float2half_rn(b))) << 16;
}

template <int kDegree>
__global__ void __launch_bounds__(kChunk)
    project_kernel(FrozenScene scene, const FrozenView* views, FrozenBuffers out) {
  const FrozenView& v = views[blockIdx.y];
  if (!may_be_seen(scene.chunks[blockIdx.x], v)) return;
  const uint32_t index = blockIdx.x * kChunk + threadIdx.x;
  const Gaussian<float> g = unpack(scene.geometry + index);
  const Projection<float> p = project_gaussian(g, v.view);
  const Extent<float> extent = visible_extent(p);
  bool visible = is_visible(g, v.view, p, extent);
  const int2 xs = pixels_within(p.splat.center.x, extent.half_width.x, v.view.camera.width);
  const int2 ys = pixels_within(p.splat.center.y, extent.half_width.y, v.view.camera.height);
  visible = visible && xs.x <= xs.y && ys.x <= ys.y;

  const uint32_t place = reserve_places<kChunk>(visible, &out.counters->visible);
  visible = visible && place < out.capacity;
  const Falloff<float> shape = falloff(p.splat);
  SplatBox box{};
  if (visible) {
    const Vec3f color = color_of<kDegree>(scene.sh + static_cast<size_t>(index) * (packed_sh_halfs(kDegree) / 8),
                                          view_direction(g.mean - v.view.position));
    box = {static_cast<int16_t>(xs.x),
           static_cast<int16_t>(xs.y),
           static_cast<int16_t>(ys.x),
           static_cast<int16_t>(ys.y),
           p.splat.depth,
           blockIdx.y};
    out.boxes[place] = box;
    out.splats[place] = {p.splat.center.x,
                         p.splat.center.y,
                         shape.xx,
                         shape.xy,
                         shape.yy,
                         shape.peak,
                         pack_halfs(color.x, color.y),
                         pack_halfs(color.z, 0.0f)};
  }
  uint32_t* const counts = out.lists.counts + v.grid.first_tile;
  const int tiles_x = v.grid.tiles_x;
  for_each_tile(
      visible, tiles_of(box), shape, p.splat.center,
      [&](int tx, int ty, int, bool alone) {
        return count_in_tile(counts, static_cast<uint32_t>(ty * tiles_x + tx), alone);
      },
      [](uint32_t, int) {});
}

// Splats in any order; places within a tile's list come from counting its counter down to zero.
__global__ void __launch_bounds__(256) scatter_kernel(const FrozenView* views, FrozenBuffers frame) {
  const uint32_t visible = ::min(frame.counters->visible, frame.capacity);
  const uint32_t step = gridDim.x * blockDim.x;
  for (uint32_t first = blockIdx.x * blockDim.x + threadIdx.x / 32 * 32; first < visible; first += step) {
    const uint32_t i = first + threadIdx.x % 32;
    const bool active = i < visible;
    const SplatBox box = active ? frame.boxes[i] : SplatBox{};
    const FrozenSplat s = active ? frame.splats[i] : FrozenSplat{};
    for_each_tile(
        active, tiles_of(box), {s.xx, s.xy, s.yy, s.peak}, {s.x, s.y},
        [&](int tx, int ty, int source, bool alone) {
          const uint32_t view = alone ? frame.boxes[first + static_cast<uint32_t>(source)].view : box.view;
          const TileGrid& grid = views[view].grid;
          return place_in_tile(frame.lists, grid.first_tile + static_cast<uint32_t>(ty * grid.tiles_x + tx), alone);
        },
        [&](uint32_t slot, int source) {
          const uint32_t splat = first + static_cast<uint32_t>(source);
          const float depth = splat == i ? box.depth : frame.boxes[splat].depth;
          if (slot < frame.lists.pair_capacity) frame.lists.keys[slot] = depth_key(depth, splat);
        });
  }
}

}  // namespace

void launch_frozen_project(const FrozenScene& scene, const FrozenView* views, int view_count, const FrozenBuffers& out,
                           cudaStream_t stream) {
  if (scene.chunk_count == 0 || view_count == 0) return;
  const dim3 grid(scene.chunk_count, static_cast<unsigned>(view_count));
  switch (scene.sh_degree) {
    case 0:
      project_kernel<0><<<grid, kChunk, 0, stream>>>(scene, views, out);
      break;
    case 1:
      project_kernel<1><<<grid, kChunk, 0, stream>>>(scene, views, out);
      break;
    case 2:
      project_kernel<2><<<grid, kChunk, 0, stream>>>(scene, views, out);
      break;
    default:
      project_kernel<3><<<grid, kChunk, 0, stream>>>(scene, views, out);
      break;
  }
}

void launch_frozen_scatter(const FrozenView* views, const FrozenBuffers& frame, int blocks, cudaStream_t stream) {
  scatter_kernel<<<static_cast<unsigned>(blocks), 256, 0, stream>>>(views, frame);
}

}  // namespace gs::cuda
