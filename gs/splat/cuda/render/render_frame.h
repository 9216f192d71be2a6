// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Kernels of the renderer for fixed ("frozen") clouds. A frame is a batch of views. A view shows the chunks of the
// scene's cloud and, behind them, those of its instances, which are projected by a camera of their own
// (api/instance.h). Tiles of all views are numbered consecutively, and every tile has kSlices lists, one per depth
// slice, behind each other in memory.
//
//   cull     chunks -> visible chunks and a histogram of their depths
//   plan     -> index range of the splats of each visible chunk; depth slices with equal numbers of chunks
//   project  Gaussians -> splats, and candidates (splat, tile) with their rank in their list; large ones to a queue
//   large    queue -> more candidates: a splat that covers a hundred tiles must not delay its neighbours
//   scan     counts -> first key of every list
//   place    candidates -> keys (depth, splat) in the lists; lists too long for one block become segments
//   raster   one block per tile: sorts slice after slice in shared memory and blends
//
// The host reads the counters after the frame. If a buffer was too small, it enlarges it and repeats the frame. The
// content of every list and the order of its splats are the same in every run, and so is the image.
#pragma once

#include "gs/splat/cuda/frame.h"
#include "gs/splat/cuda/packed_cloud.h"
#include "gs/splat/kernel/frustum.h"
#include "gs/splat/kernel/ground_shadow.h"
#include "gs/splat/planes/behind.h"

namespace gs::splat::cuda {

// Tile size [px]; a warp owns 8 x 8 pixels, a thread two of them.
inline constexpr int kRenderTileWidth = 32, kRenderTileHeight = 16;
// Depth slices per tile, and bins of the depth histogram that defines them.
inline constexpr int kSlices = 128;
inline constexpr int kDepthBins = 1024;  // 64 per octave, starting at 1/16 m
// A tile with many keys is processed by several blocks, because one block uses only a quarter of a multiprocessor. A
// segment has 1.5 times as many keys as the average tile: the first segment makes most tiles opaque. A slice belongs to
// the segment in which it begins.
inline constexpr uint32_t kMinSegmentKeys = 1024;
inline constexpr uint32_t kNoSegment = ~0u;  // the tile is not divided
// Keys per segment for a frame with `pairs` keys in `tiles` tiles.
GS_HD constexpr uint32_t segment_keys(uint32_t pairs, uint32_t tiles) {
  const uint32_t wanted = pairs / tiles * 3 / 2;
  return wanted > kMinSegmentKeys ? wanted : kMinSegmentKeys;
}

// Launch group of a segment: near segments start before far ones, which can then skip opaque pixels.
GS_HD constexpr int extra_group(uint32_t segment) { return segment < 2 ? 0 : segment < 5 ? 1 : 2; }

// The packed clouds on the device.
struct DeviceScene {
  const PackedGeometry* geometry;  // [chunks * kChunk]
  const uint4* sh;                 // [chunks * kChunk, packed_sh_halfs / 8]
  const ChunkBounds* chunks;
  uint32_t chunk_count;  // of the cloud, which is first
  int sh_degree;
};

// The camera in the frame of a cloud.
struct CloudCamera {
  ViewF view;
  Frustum frustum;
};

// A chunk of an instance.
struct InstanceChunk {
  uint32_t chunk;   // in DeviceScene
  uint32_t camera;  // in DeviceView::instance_cameras
};

// One view and its output planes; planes that are not needed are null.
struct DeviceView : CloudCamera {
  TileGrid grid;
  const CloudCamera* instance_cameras;
  const InstanceChunk* instance_chunks;
  uint32_t instance_chunk_count;
  const GroundShadow* shadows;
  uint32_t shadow_count;
  const Vec3f* rays;  // [height, width] viewing directions; null without sky
  uint8_t* rgb8;
  float* alpha;
  float* depth;
  float* median_depth;
  uint16_t* instance;
};

// A projected splat: two 16-byte loads. Gaussian i of the c-th visible chunk has index c * kChunk + i.
struct alignas(16) RenderSplat {
  float x, y, xx, xy;
  float yy, peak;
  // Colours in half precision; the high half of `blue_owner` is the number of the instance, 0 for the cloud.
  uint32_t red_green, blue_owner;
};
static_assert(sizeof(RenderSplat) == 32);

// A splat that covers many tiles, in the queue of the `large` kernel.
struct alignas(16) LargeSplat {
  uint32_t splat;
  uint32_t view_and_slice;  // slice in the low byte
  uint16_t x0, x1, y0, y1;  // tiles, inclusive
};

// Counts of a frame, read by the host afterwards.
struct RenderCounters {
  unsigned long long candidates;  // also those beyond the capacity
  uint32_t chunks;                // visible chunks
  uint32_t visible;               // visible splats
  uint32_t large;                 // queued splats, also those beyond the capacity
  uint32_t segments;              // segments of divided tiles
  uint32_t extra[3];              // all segments but the first of each tile, by extra_group()
  uint32_t heavy, light;          // divided and undivided tiles, while `order` is filled
  uint32_t pairs;                 // number of keys; filled in by the host
};

// Segment `index` of a divided tile.
struct Segment {
  uint32_t tile, index;
};

// Device buffers of a frame; owned by RenderMemory.
struct RenderBuffers {
  RenderSplat* splats;
  float* depths;
  uint32_t splat_capacity;
  LargeSplat* large;
  uint32_t large_capacity;
  RenderCounters* counters;

  uint32_t* seen_words;   // [views, words] one bit per chunk of the cloud, then of the instances: visible
  uint32_t* seen_before;  // [views, words] number of visible chunks before each word
  uint32_t words;         // words per view
  uint32_t* histogram;    // [views, kDepthBins] visible chunks by depth
  uint8_t* slice_of;      // [views, kDepthBins] depth slice of each bin

  uint32_t* counts;  // [tiles * kSlices + 1]
  uint32_t* begin;   // [tiles * kSlices + 1]
  uint32_t tiles;
  uint32_t *candidate_list, *candidate_rank, *candidate_splat;  // [candidate_capacity]
  uint64_t* keys;                                               // [candidate_capacity]
  uint64_t* room;  // [candidate_capacity] scratch for sorting long lists; reuses the memory of the candidates
  uint32_t candidate_capacity;

  uint32_t* order;          // [tiles] divided tiles first, so that their segments start early
  uint32_t* first_segment;  // [tiles]; kNoSegment: not divided
  uint32_t* segments_done;  // [tiles] number of finished segments
  uint32_t* is_done;        // [segment_capacity] 1: `partial` of the segment is complete
  Segment* extra_segments;  // [3, segment_capacity]
  float4* partial;          // [segment_capacity, 2 kTileThreads]: colour and transmittance
  uint32_t segment_capacity;
};

// What a pixel accumulates besides colour and coverage; depth: expected and median; instance: those and the instance.
enum class RasterOutput { color, depth, instance };

// Background, colour correction factor and sky of a frame.
struct RenderStyle {
  Vec3f background, factor;
  SkyView sky;
};

// The phases of a frame, in this order (see above). `views` is a device pointer to view_count views; `blocks` the
// number of thread blocks of kernels that loop over their work. `in_segments` allows place to divide tiles; frames with
// depth are never divided.
void launch_render_cull(const DeviceScene& scene, const DeviceView* views, int view_count, const RenderBuffers& out,
                        cudaStream_t stream);
void launch_render_plan(int view_count, const RenderBuffers& out, cudaStream_t stream);
void launch_render_project(const DeviceScene& scene, const DeviceView* views, int view_count, const RenderBuffers& out,
                           cudaStream_t stream);
void launch_render_large(const DeviceView* views, const RenderBuffers& frame, int blocks, cudaStream_t stream);
void launch_render_place(const RenderBuffers& frame, bool in_segments, int blocks, cudaStream_t stream);
void launch_render_raster(const DeviceView* views, int view_count, const RenderBuffers& frame, const RenderStyle& style,
                          RasterOutput output, int extra_blocks, cudaStream_t stream);

}  // namespace gs::splat::cuda
