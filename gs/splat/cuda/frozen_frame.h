// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The frame of the renderer for frozen scenes. A frame is a batch of views; their tiles are numbered one view after the
// other, and every tile has kSlices lists, one per slice of depth, behind each other in memory.
//
//   cull     chunks -> which are seen, and how their depths are spread
//   plan     -> where the splats of every seen chunk go, and where slices of equal fill begin
//   project  Gaussians -> splats, candidates (splat, tile) with their rank in their list; large splats to a queue
//   large    the queue -> more candidates: a splat over a hundred tiles must not hold up its neighbours
//   scan     counts -> first key of every list
//   place    candidates -> keys (depth, splat) in the lists; lists too long for one block are cut into segments
//   raster   a block per tile: takes slices as they come, sorts them in shared memory, blends
//
// The host learns what happened when the frame is over: if a buffer was too small it is enlarged and the frame
// repeated. Which splats a list holds, their numbers and their order are the same in every run, and so is the picture.
#pragma once

#include "gs/splat/cuda/frame.h"
#include "gs/splat/cuda/packed_cloud.h"
#include "gs/splat/image/behind.h"
#include "gs/splat/kernel/frustum.h"

namespace gs::cuda {

inline constexpr int kFrozenTileWidth = 32, kFrozenTileHeight = 16;  // [px]; a warp owns 8 x 8, a thread two of them
inline constexpr int kSlices = 128;
inline constexpr int kDepthBins = 1024;  // 64 an octave, from 1/16 m
// A tile with many keys is taken by several blocks, because a block has but a quarter of a multiprocessor. Its segments
// have half as many keys again as the average tile has: the first is enough for most tiles to become opaque. A slice
// belongs to the segment in which it begins.
inline constexpr uint32_t kMinSegmentKeys = 1024;
inline constexpr uint32_t kNoSegment = ~0u;  // the tile is in one piece
GS_HD constexpr uint32_t segment_keys(uint32_t pairs, uint32_t tiles) {
  const uint32_t wanted = pairs / tiles * 3 / 2;
  return wanted > kMinSegmentKeys ? wanted : kMinSegmentKeys;
}

// Near segments are begun before far ones, which then need not look behind what is opaque.
GS_HD constexpr int extra_group(uint32_t segment) { return segment < 2 ? 0 : segment < 5 ? 1 : 2; }

struct FrozenScene {
  const PackedGeometry* geometry;  // [chunks * kChunk]
  const uint4* sh;                 // [chunks * kChunk, packed_sh_halfs / 8]
  const ChunkBounds* chunks;
  uint32_t chunk_count;
  int sh_degree;
};

// One view and where its picture goes; planes not wanted are null.
struct FrozenView {
  ViewF view;
  TileGrid grid;
  Frustum frustum;
  const Vec3f* rays;  // [height, width], null without sky
  uint8_t* rgb8;
  float* alpha;
  float* depth;
  float* median_depth;
};

// A splat: two 16-byte loads. The Gaussian number i of the seen chunk number c has number c * kChunk + i.
struct alignas(16) FrozenSplat {
  float x, y, xx, xy;
  float yy, peak;
  uint32_t red_green, blue;  // halfs
};
static_assert(sizeof(FrozenSplat) == 32);

// A splat whose tiles are many.
struct alignas(16) LargeSplat {
  uint32_t splat;
  uint32_t view_and_slice;  // slice in the low byte
  uint16_t x0, x1, y0, y1;  // tiles, inclusive
};

struct FrozenCounters {
  unsigned long long candidates;  // also those that found no room
  uint32_t chunks;                // seen
  uint32_t visible;               // splats
  uint32_t large;                 // also those that found no room
  uint32_t segments;              // of tiles in several pieces
  uint32_t extra[3];              // of those, all but the first of each tile; see extra_group
  uint32_t heavy, light;          // tiles, while their order is made
  uint32_t pairs;                 // filled in on the host
};

struct Segment {
  uint32_t tile, index;
};

struct FrozenBuffers {
  FrozenSplat* splats;
  float* depths;
  uint32_t splat_capacity;
  LargeSplat* large;
  uint32_t large_capacity;
  FrozenCounters* counters;

  uint32_t* seen_words;   // [views, words]: a bit a chunk
  uint32_t* seen_before;  // [views, words]: seen chunks before those of a word
  uint32_t words;         // a view
  uint32_t* histogram;    // [views, kDepthBins] of chunks
  uint8_t* slice_of;      // [views, kDepthBins]

  uint32_t* counts;  // [tiles * kSlices + 1]
  uint32_t* begin;   // [tiles * kSlices + 1]
  uint32_t tiles;
  uint32_t *candidate_list, *candidate_rank, *candidate_splat;  // [candidate_capacity]
  uint64_t* keys;                                               // [candidate_capacity]
  uint64_t* room;  // [candidate_capacity], for ordering long lists: where candidates were
  uint32_t candidate_capacity;

  uint32_t* order;          // [tiles]: those in segments first, for nobody waits for what begins early
  uint32_t* first_segment;  // [tiles], kNoSegment: in one piece
  uint32_t* segments_done;  // [tiles]
  uint32_t* is_done;        // [segment_capacity]
  Segment* extra_segments;  // [3, segment_capacity]
  float4* partial;          // [segment_capacity, 2 kTileThreads]: colour and transmittance
  uint32_t segment_capacity;
};

struct FrozenStyle {
  Vec3f background, factor;
  SkyView sky;
};

void launch_frozen_cull(const FrozenScene& scene, const FrozenView* views, int view_count, const FrozenBuffers& out,
                        cudaStream_t stream);
void launch_frozen_plan(int view_count, const FrozenBuffers& out, cudaStream_t stream);
void launch_frozen_project(const FrozenScene& scene, const FrozenView* views, int view_count, const FrozenBuffers& out,
                           cudaStream_t stream);
void launch_frozen_large(const FrozenView* views, const FrozenBuffers& frame, int blocks, cudaStream_t stream);
void launch_frozen_place(const FrozenBuffers& frame, bool in_segments, int blocks, cudaStream_t stream);
void launch_frozen_raster(const FrozenView* views, int view_count, const FrozenBuffers& frame, const FrozenStyle& style,
                          bool with_depth, int extra_blocks, cudaStream_t stream);

}  // namespace gs::cuda
