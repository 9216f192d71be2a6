// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The frame of the renderer for frozen scenes.
#pragma once

#include "gs/splat/cuda/frame.h"
#include "gs/splat/cuda/packed_cloud.h"
#include "gs/splat/image/compose.h"

namespace gs::cuda {

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
  bool cull;                        // the frustum below holds everything that can be seen
  Vec2f frustum_low, frustum_high;  // range of x / z and y / z
  Mat3f map_from_camera;            // for the sky
  const Vec3f* rays;                // [height, width], null without sky
  uint8_t* rgb8;
  float* alpha;
  float* depth;
  float* median_depth;
};

// A visible splat: two 16-byte loads. Its depth is in its keys.
struct alignas(16) FrozenSplat {
  float x, y, xx, xy;
  float yy, peak;
  uint32_t red_green, blue;  // halfs
};
static_assert(sizeof(FrozenSplat) == 32);

struct FrozenBuffers {
  FrozenSplat* splats;
  SplatBox* boxes;
  uint32_t capacity;
  FrameCounters* counters;
  TileLists lists;
};

struct FrozenStyle {
  Vec3f background, factor;
  SkyView sky;
};

void launch_frozen_project(const FrozenScene& scene, const FrozenView* views, int view_count, const FrozenBuffers& out,
                           cudaStream_t stream);
void launch_frozen_scatter(const FrozenView* views, const FrozenBuffers& frame, int blocks, cudaStream_t stream);
void launch_frozen_raster(const FrozenView* views, int view_count, uint32_t tiles, const FrozenBuffers& frame,
                          const FrozenStyle& style, bool with_depth, cudaStream_t stream);

}  // namespace gs::cuda
