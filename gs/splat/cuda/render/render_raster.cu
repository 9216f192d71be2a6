// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp16.h>

#include "gs/splat/cuda/render/render_depth.cuh"
#include "gs/splat/cuda/render/render_walk.cuh"
#include "gs/splat/cuda/tile_batches.cuh"

namespace gs::splat::cuda {
namespace {

// Iterates over the keys of a tile in runs of whole depth slices that fit into a batch; a slice that is too large is a
// run of its own.
class TileSlices {
 public:
  struct Shared {
    uint32_t end[kSlices];  // end of each slice, relative to the tile's first key
    TileBatches::Shared batches;
  };

  // Keys of segment `segment` of the tile, or of the whole tile. All threads of the block must call every function
  // together.
  __device__ TileSlices(Shared& shared, const RenderBuffers& frame, uint32_t tile, uint32_t segment, bool whole)
      : shared_(shared), first_(frame.begin[tile * kSlices]) {
    uint32_t begin = 0;
    if (threadIdx.x < kSlices) {
      begin = frame.begin[tile * kSlices + threadIdx.x] - first_;
      shared.end[threadIdx.x] = frame.begin[tile * kSlices + threadIdx.x + 1] - first_;
    }
    const bool mine = threadIdx.x < kSlices;
    const uint32_t segment_of_mine = whole ? segment : begin / segment_keys(frame);
    const int before = __syncthreads_count(mine && segment_of_mine < segment);
    const int up_to = __syncthreads_count(mine && segment_of_mine <= segment);
    at_ = before > 0 ? shared.end[before - 1] : 0;
    end_ = up_to > 0 ? shared.end[up_to - 1] : 0;
  }

  // Consecutive keys; count 0: the end.
  struct Run {
    uint32_t begin, count;
  };
  __device__ Run next() {
    if (at_ >= end_) return {0, 0};
    const int fitting = __syncthreads_count(threadIdx.x < kSlices && shared_.end[threadIdx.x] <= at_ + kBatch);
    uint32_t end = fitting > 0 ? shared_.end[fitting - 1] : 0;
    if (end <= at_) end = shared_.end[fitting];
    end = ::min(end, end_);
    const Run run{first_ + at_, end - at_};
    at_ = end;
    return run;
  }

 private:
  Shared& shared_;
  uint32_t first_, at_, end_;
};

// Composes and writes the requested planes of one pixel.
template <RasterOutput kOutput>
__device__ void write_pixel(const DeviceView& v, const RenderStyle& style, int x, int y, const TilePixel& p) {
  if (x >= v.view.camera.width || y >= v.view.camera.height) return;
  const auto i = static_cast<size_t>(y) * static_cast<size_t>(v.view.camera.width) + static_cast<size_t>(x);
  const float alpha = 1.0f - p.transmittance;
  if (v.alpha != nullptr) v.alpha[i] = alpha;
  if constexpr (kOutput != RasterOutput::color) {
    if (v.depth != nullptr) v.depth[i] = alpha > 0.0f ? p.depth / alpha : 0.0f;
    if (v.median_depth != nullptr) v.median_depth[i] = p.median_depth;
  }
  if constexpr (kOutput == RasterOutput::instance) v.instance[i] = static_cast<uint16_t>(p.instance);
  if (v.rgb8 == nullptr) return;
  Vec3f behind = style.background;
  if (v.rays != nullptr && alpha < 1.0f - 1.0f / 1024.0f) {
    behind = color_behind(style.sky, v.view, v.rays[i], {static_cast<float>(x), static_cast<float>(y)}, behind);
  }
  const Vec3f c = compose_pixel({p.red, p.green, p.blue}, alpha, behind, style.factor);
  v.rgb8[3 * i] = to_byte(c.x), v.rgb8[3 * i + 1] = to_byte(c.y), v.rgb8[3 * i + 2] = to_byte(c.z);
}

// Exchange of results between the blocks that work on segments of the same tile.
class TileSegments {
 public:
  __device__ TileSegments(const RenderBuffers& frame, uint32_t tile)
      : frame_(frame),
        tile_(tile),
        first_(frame.first_segment[tile]),
        count_((frame.begin[(tile + 1) * kSlices] - frame.begin[tile * kSlices]) / segment_keys(frame) + 1) {}

  // Upper bound of the transmittance in front of this segment: product over those of the first 32 segments that are
  // finished by now.
  __device__ float2 light_before(uint32_t segment) const {
    const uint32_t lane = threadIdx.x % 32;
    const bool known = lane < segment && __ldcg(frame_.is_done + first_ + lane) != 0;
    __threadfence();
    float2 light = make_float2(1.0f, 1.0f);
    for (unsigned done = __ballot_sync(kFullWarp, known); done != 0; done &= done - 1) {
      const auto i = static_cast<uint32_t>(__ffs(static_cast<int>(done)) - 1);
      light.x *= __ldcg(&place(i, 0)->w), light.y *= __ldcg(&place(i, 1)->w);
    }
    return light;
  }

  // Stores the result of a segment. The block that finishes the tile's last segment gets all of them blended in order
  // and true.
  __device__ bool join(uint32_t segment, TilePixel (&pixels)[2]) const {
    for (int k = 0; k < 2; ++k) {
      *place(segment, k) = make_float4(pixels[k].red, pixels[k].green, pixels[k].blue, pixels[k].transmittance);
    }
    __threadfence();
    __syncthreads();
    __shared__ bool last;
    if (threadIdx.x == 0) {
      atomicExch(frame_.is_done + first_ + segment, 1u);
      last = atomicAdd(frame_.segments_done + tile_, 1u) + 1 == count_;
    }
    __syncthreads();
    if (!last) return false;
    __threadfence();
    for (int k = 0; k < 2; ++k) pixels[k] = sum(k);
    return true;
  }

 private:
  __device__ float4* place(uint32_t segment, int k) const {
    const size_t row = static_cast<size_t>(first_ + segment) * 2 + static_cast<size_t>(k);
    return frame_.partial + row * kTileThreads + threadIdx.x;
  }
  // Blends the segments front to back. Stops when the pixel is opaque: results of segments behind have no effect, also
  // if they are incomplete.
  __device__ TilePixel sum(int k) const {
    TilePixel sum{1.0f, 0, 0, 0, 0, 0, 0};
    for (uint32_t i = 0; i < count_ && sum.transmittance > kEnough; ++i) {
      const float4 part = __ldcg(place(i, k));
      sum.red += sum.transmittance * part.x;
      sum.green += sum.transmittance * part.y;
      sum.blue += sum.transmittance * part.z;
      sum.transmittance *= part.w;
    }
    return sum;
  }

  const RenderBuffers& frame_;
  uint32_t tile_, first_, count_;
};

struct RasterShared {
  TileSlices::Shared slices;
  BatchSplats splats;
};

// Renders one segment of a tile, or a whole tile.
template <RasterOutput kOutput>
__device__ void raster_segment(RasterShared& shared, const DeviceView& v, const RenderBuffers& frame,
                               const RenderStyle& style, Segment part) {
  const auto [tile, segment] = part;
  const uint32_t in_view = tile - v.grid.first_tile, tiles_x = static_cast<uint32_t>(v.grid.tiles_x);
  const ThreadPixels at(static_cast<int>(in_view % tiles_x), static_cast<int>(in_view / tiles_x));
  const bool whole = kOutput != RasterOutput::color || frame.first_segment[tile] == kNoSegment;
  // Pixels outside the image, and those already opaque in nearer segments, are finished from the start.
  const float2 light = segment > 0 ? TileSegments(frame, tile).light_before(segment) : make_float2(1.0f, 1.0f);
  const auto start = [&](int x, float light_before) {
    const bool inside = x < v.view.camera.width && at.y < v.view.camera.height;
    // The margin makes sure that sum() comes to the same decision in spite of rounding.
    return TilePixel{inside && light_before > 0.999f * kEnough ? 1.0f : 0.0f, 0, 0, 0, 0, 0, 0};
  };
  TilePixel pixels[2] = {start(at.x, light.x), start(at.x + 4, light.y)};
  const auto none_open = [&] {
    return __syncthreads_count(pixels[0].transmittance > kEnough || pixels[1].transmittance > kEnough) == 0;
  };

  TileSlices slices(shared.slices, frame, tile, segment, whole);
  bool opaque = none_open();
  while (!opaque) {
    const TileSlices::Run run = slices.next();
    if (run.count == 0) break;
    TileBatches batches(shared.slices.batches, frame.keys + run.begin, run.count, frame.room + run.begin);
    while (!opaque) {
      const uint32_t size = batches.next();
      if (size == 0) break;
      if (threadIdx.x < size) {
        const uint64_t key = shared.slices.batches.keys[threadIdx.x];
        const auto* from = reinterpret_cast<const float4*>(frame.splats + static_cast<uint32_t>(key));
        shared.splats.put(threadIdx.x, __ldg(from), __ldg(from + 1), depth_of(key), at.tile_center);
      }
      __syncthreads();
      walk_batch<kOutput>(shared.splats, size, at, pixels);
      opaque = none_open();
    }
  }
  if (!whole && !TileSegments(frame, tile).join(segment, pixels)) return;
  write_pixel<kOutput>(v, style, at.x, at.y, pixels[0]);
  write_pixel<kOutput>(v, style, at.x + 4, at.y, pixels[1]);
}

template <RasterOutput kOutput>
__global__ void __launch_bounds__(kTileThreads, 4)
    raster_kernel(const DeviceView* views, int view_count, RenderBuffers frame, RenderStyle style) {
  __shared__ RasterShared shared;
  if (threadIdx.x == 0) shared.splats.put_invisible();
  const auto view_of = [&](uint32_t tile) -> const DeviceView& {
    int k = 0;
    while (k + 1 < view_count && tile >= views[k + 1].grid.first_tile) ++k;
    return views[k];
  };
  // Order of the blocks: divided tiles (their first segments), half of the other tiles, the remaining segments, the
  // other half. When the third group starts, many tiles are known to be opaque behind their first segment; the fourth
  // group keeps the GPU busy while the third ends.
  const RenderCounters& c = *frame.counters;
  const uint32_t early = c.heavy + (frame.tiles - c.heavy) / 2, helpers = gridDim.x - frame.tiles;
  const bool helps = blockIdx.x >= early && blockIdx.x < early + helpers;
  uint32_t group = 0, i = blockIdx.x - early;
  Segment s{helps ? 0 : frame.order[blockIdx.x < early ? blockIdx.x : blockIdx.x - helpers], 0};
  do {
    if (helps) {
      while (group < 3 && i >= c.extra[group]) i -= c.extra[group++];
      if (group == 3) return;
      s = frame.extra_segments[group * frame.segment_capacity + i];
      i += helpers;
      __syncthreads();  // shared memory of the previous segment is no longer read
    }
    raster_segment<kOutput>(shared, view_of(s.tile), frame, style, s);
  } while (helps);
}

}  // namespace

void launch_render_raster(const DeviceView* views, int view_count, const RenderBuffers& frame, const RenderStyle& style,
                          RasterOutput output, int extra_blocks, cudaStream_t stream) {
  const unsigned blocks = frame.tiles + static_cast<unsigned>(output == RasterOutput::color ? extra_blocks : 0);
  switch (output) {
    case RasterOutput::color:
      return raster_kernel<RasterOutput::color><<<blocks, kTileThreads, 0, stream>>>(views, view_count, frame, style);
    case RasterOutput::depth:
      return raster_kernel<RasterOutput::depth><<<blocks, kTileThreads, 0, stream>>>(views, view_count, frame, style);
    case RasterOutput::instance:
      return raster_kernel<RasterOutput::instance>
          <<<blocks, kTileThreads, 0, stream>>>(views, view_count, frame, style);
  }
}

}  // namespace gs::splat::cuda
