// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/block_scan.cuh"
#include "gs/splat/cuda/render/render_chunk.cuh"
#include "gs/splat/cuda/render/render_depth.cuh"

namespace gs::splat::cuda {
namespace {

constexpr int kCullThreads = 128, kPlanThreads = 1024, kClearBlocks = 64;
static_assert(kPlanThreads == kDepthBins);

// One thread per chunk and view: visibility bit and depth histogram.
__global__ void __launch_bounds__(kCullThreads)
    cull_kernel(DeviceScene scene, const DeviceView* views, RenderBuffers out) {
  const DeviceView& v = views[blockIdx.y];
  const uint32_t chunk = blockIdx.x * kCullThreads + threadIdx.x;
  bool seen = false;
  Vec3f center{};
  const ShownChunk shown = chunk_of(scene, v, chunk);
  if (shown.camera != nullptr) {
    const ViewF& view = shown.camera->view;
    const ChunkBounds bounds = scene.chunks[shown.chunk];
    center = rotate(view.camera_from_map, Vec3f{bounds.center[0], bounds.center[1], bounds.center[2]} - view.position);
    seen = may_see_sphere(view, shown.camera->frustum, center, bounds.radius);
  }
  // A warp holds 32 chunks from a multiple of 32 on, so its ballot is one word.
  const unsigned word = __ballot_sync(kFullWarp, seen);
  const uint32_t at = chunk / 32;
  if (threadIdx.x % 32 == 0 && at < out.words) out.seen_words[blockIdx.y * out.words + at] = word;
  if (!seen) return;
  const float depth = v.view.camera.lens == Lens::radtan ? center.z : norm(center);
  atomicAdd(out.histogram + blockIdx.y * kDepthBins + depth_bin(depth), 1u);
}

// Block 0 numbers the visible chunks of all views. Block 1 + v divides the depths of view v into slices with equal
// numbers of chunks. The other blocks clear the counters of later kernels.
__global__ void __launch_bounds__(kPlanThreads) plan_kernel(int view_count, RenderBuffers out) {
  if (blockIdx.x == 0) {
    const uint32_t words = static_cast<uint32_t>(view_count) * out.words;
    uint32_t before = 0;
    // Threads beyond the end stay in the loop, because block_sum() needs the whole block.
    for (uint32_t first = 0; first < words; first += kPlanThreads) {
      const uint32_t i = first + threadIdx.x;
      const uint32_t count = i < words ? static_cast<uint32_t>(__popc(out.seen_words[i])) : 0;
      const BlockSum sum = block_sum<kPlanThreads>(count);
      if (i < words) out.seen_before[i] = before + sum.before;
      before += sum.total;
    }
    if (threadIdx.x == 0) out.counters->chunks = before;
    return;
  }
  const auto others = static_cast<uint32_t>(view_count) + 1;
  if (blockIdx.x >= others) {
    const uint32_t lists = out.tiles * kSlices + 1, step = (gridDim.x - others) * kPlanThreads;
    for (uint32_t i = (blockIdx.x - others) * kPlanThreads + threadIdx.x; i < lists; i += step) out.counts[i] = 0;
    for (uint32_t i = (blockIdx.x - others) * kPlanThreads + threadIdx.x; i < out.segment_capacity; i += step) {
      out.is_done[i] = 0;
    }
    return;
  }
  const uint32_t at = (blockIdx.x - 1) * kDepthBins + threadIdx.x;
  const BlockSum sum = block_sum<kPlanThreads>(out.histogram[at]);
  const uint64_t slice = sum.total > 0 ? static_cast<uint64_t>(sum.before) * kSlices / sum.total : 0;
  out.slice_of[at] = static_cast<uint8_t>(slice < kSlices ? slice : kSlices - 1);
}

}  // namespace

void launch_render_cull(const DeviceScene& scene, const DeviceView* views, int view_count, const RenderBuffers& out,
                        cudaStream_t stream) {
  if (out.words == 0) return;
  const dim3 grid((out.words * 32 + kCullThreads - 1) / kCullThreads, static_cast<unsigned>(view_count));
  cull_kernel<<<grid, kCullThreads, 0, stream>>>(scene, views, out);
}

void launch_render_plan(int view_count, const RenderBuffers& out, cudaStream_t stream) {
  plan_kernel<<<static_cast<unsigned>(view_count + 1 + kClearBlocks), kPlanThreads, 0, stream>>>(view_count, out);
}

}  // namespace gs::splat::cuda
