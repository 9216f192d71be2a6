// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp16.h>

#include "gs/splat/cuda/render/render_chunk.cuh"
#include "gs/splat/cuda/render/render_depth.cuh"
#include "gs/splat/cuda/render/render_emit.cuh"
#include "gs/splat/kernel/sh.h"
#include "gs/splat/kernel/splat_ellipse.h"

namespace gs::splat::cuda {
namespace {

constexpr uint32_t kLargeTiles = 16;  // splats with more tiles go to the queue

// Reads and dequantises one Gaussian in two 16-byte loads.
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

// Colour from SH in half precision, eight coefficients per load. Layout [3, K]: coefficient n belongs to channel n / K.
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

// Two floats as half precision in one word.
__device__ uint32_t pack_halfs(float a, float b) {
  return static_cast<uint32_t>(__half_as_ushort(__float2half_rn(a))) |
         static_cast<uint32_t>(__half_as_ushort(__float2half_rn(b))) << 16;
}

// Appends the splats of the lanes with `large` to the queue, with one atomic per warp.
__device__ void queue_large(bool large, const LargeSplat& splat, const RenderBuffers& out) {
  const unsigned lanes = __ballot_sync(kFullWarp, large);
  if (lanes == 0) return;
  const int lane = threadIdx.x % 32, leader = __ffs(static_cast<int>(lanes)) - 1;
  uint32_t first = 0;
  if (lane == leader) first = atomicAdd(&out.counters->large, static_cast<uint32_t>(__popc(lanes)));
  first = __shfl_sync(kFullWarp, first, leader);
  const uint32_t at = first + static_cast<uint32_t>(__popc(lanes & ((1u << lane) - 1u)));
  // A splat without room is counted all the same, so that the host can grow the queue and repeat the frame.
  if (large && at < out.large_capacity) out.large[at] = splat;
}

template <int kDegree>
__global__ void __launch_bounds__(kChunk)
    project_kernel(DeviceScene scene, const DeviceView* views, RenderBuffers out) {
  // One block per chunk and view; blocks of invisible chunks end here. The rank of the chunk among the visible ones is
  // the index range of its splats.
  __shared__ EmitShared<kChunk> emit;
  const uint32_t chunk = blockIdx.x;
  const uint32_t word_at = blockIdx.y * out.words + chunk / 32, word = out.seen_words[word_at];
  if ((word >> chunk % 32 & 1u) == 0) return;
  const uint32_t rank = out.seen_before[word_at] + static_cast<uint32_t>(__popc(word & ((1u << chunk % 32) - 1u)));
  const uint32_t splat = rank * kChunk + threadIdx.x;
  if (splat >= out.splat_capacity) return;  // the whole block: the capacity is a multiple of kChunk

  // Project one Gaussian per thread and test its visibility.
  const DeviceView& v = views[blockIdx.y];
  const ShownChunk shown = chunk_of(scene, v, chunk);
  const ViewF& view = shown.camera->view;
  const uint32_t index = shown.chunk * kChunk + threadIdx.x;
  const Gaussian<float> g = unpack(scene.geometry + index);
  const Projection<float> p = project_gaussian(g, view);
  const Extent<float> extent = visible_extent(p);
  bool visible = is_visible(g, view, p, extent);
  const int2 xs = pixels_within(p.splat.center.x, extent.half_width.x, view.camera.width);
  const int2 ys = pixels_within(p.splat.center.y, extent.half_width.y, view.camera.height);
  visible = visible && xs.x <= xs.y && ys.x <= ys.y;
  TileBox box{};
  uint32_t tiles = 0, slice = 0;
  if (visible) {
    const Falloff<float> shape = falloff(p.splat);
    Vec3f color = color_of<kDegree>(scene.sh + static_cast<size_t>(index) * (packed_sh_halfs(kDegree) / 8),
                                    view_direction(g.mean - view.position));
    if (v.shadow_count > 0 && scene.geometry[index].is_ground != 0) {
      color = color * light_left(v.shadows, v.shadow_count, {g.mean.x, g.mean.y});
    }
    const RenderSplat s{p.splat.center.x,
                        p.splat.center.y,
                        shape.xx,
                        shape.xy,
                        shape.yy,
                        shape.peak,
                        pack_halfs(color.x, color.y),
                        pack_halfs(color.z, 0.0f) | shown.owner << 16};
    out.splats[splat] = s;
    out.depths[splat] = p.splat.depth;
    box = {xs.x / kRenderTileWidth, xs.y / kRenderTileWidth, ys.x / kRenderTileHeight, ys.y / kRenderTileHeight};
    tiles = box.count();
    slice = out.slice_of[blockIdx.y * kDepthBins + depth_bin(p.splat.depth)];
    emit.splats[threadIdx.x] = emit_splat(s, splat, box, v.grid, slice);
  }
  // Small splats emit their tiles here, large ones go to the queue.
  const int seen = __syncthreads_count(visible);
  if (threadIdx.x == 0 && seen > 0) atomicAdd(&out.counters->visible, static_cast<uint32_t>(seen));
  const bool large = tiles > kLargeTiles;
  queue_large(large,
              {splat, blockIdx.y << 8 | slice, static_cast<uint16_t>(box.x0), static_cast<uint16_t>(box.x1),
               static_cast<uint16_t>(box.y0), static_cast<uint16_t>(box.y1)},
              out);
  emit_candidates<kChunk>(emit, large ? 0 : tiles, out);
}

constexpr int kLargeThreads = 256, kLargeBatch = 16;

// Emits the tiles of the queued large splats, kLargeBatch splats per block at a time.
__global__ void __launch_bounds__(kLargeThreads) large_kernel(const DeviceView* views, RenderBuffers frame) {
  __shared__ EmitShared<kLargeBatch> emit;
  const uint32_t large = ::min(frame.counters->large, frame.large_capacity);
  for (uint32_t first = blockIdx.x * kLargeBatch; first < large; first += gridDim.x * kLargeBatch) {
    const uint32_t i = first + threadIdx.x;
    uint32_t tiles = 0;
    if (threadIdx.x < kLargeBatch && i < large) {
      const LargeSplat l = frame.large[i];
      const TileBox box{l.x0, l.x1, l.y0, l.y1};
      tiles = box.count();
      emit.splats[threadIdx.x] =
          emit_splat(frame.splats[l.splat], l.splat, box, views[l.view_and_slice >> 8].grid, l.view_and_slice & 0xFFu);
    }
    emit_candidates<kLargeThreads>(emit, tiles, frame);
    __syncthreads();
  }
}

}  // namespace

void launch_render_project(const DeviceScene& scene, const DeviceView* views, int view_count, const RenderBuffers& out,
                           cudaStream_t stream) {
  if (out.words == 0) return;
  const dim3 grid(out.words * 32, static_cast<unsigned>(view_count));
  switch (scene.sh_degree) {
    case 0:
      return project_kernel<0><<<grid, kChunk, 0, stream>>>(scene, views, out);
    case 1:
      return project_kernel<1><<<grid, kChunk, 0, stream>>>(scene, views, out);
    case 2:
      return project_kernel<2><<<grid, kChunk, 0, stream>>>(scene, views, out);
    default:
      return project_kernel<3><<<grid, kChunk, 0, stream>>>(scene, views, out);
  }
}

void launch_render_large(const DeviceView* views, const RenderBuffers& frame, int blocks, cudaStream_t stream) {
  large_kernel<<<static_cast<unsigned>(blocks), kLargeThreads, 0, stream>>>(views, frame);
}

}  // namespace gs::splat::cuda
