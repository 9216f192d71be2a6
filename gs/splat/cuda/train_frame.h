// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The frame of the differentiable rasterizer: one view, everything in single precision. Forward as in frame.cuh, and it
// leaves the sorted splats of every tile behind; backward walks them again front to back.
#pragma once

#include "gs/splat/cuda/frame.h"
#include "gs/splat/image/planes.h"
#include "gs/splat/image/splat_grad_planes.h"
#include "gs/splat/kernel/project.h"
#include "gs/splat/model/cloud_view.h"

namespace gs::cuda {

struct alignas(16) TrainSplat {
  float x, y, xx, xy;
  float yy, peak, red, green;
  float blue, depth;
  uint32_t gaussian;
  float unused;
};
static_assert(sizeof(TrainSplat) == 48);

// dL/d(splat) before the chain rule: sums over pixels, see cpu/records.h for the meaning of the moments.
enum TrainMoment { m0, mx, my, mxx, mxy, myy, m_red, m_green, m_blue, m_depth, kMoments };

struct TrainBuffers {
  TrainSplat* splats;
  SplatBox* boxes;
  uint32_t capacity;
  FrameCounters* counters;
  TileLists lists;
  uint32_t* sorted;  // [pair_capacity]: splats of every tile in order
  uint32_t* used;    // [tiles]: how many of them were looked at
  float* moments;    // [capacity, kMoments]
  PoseGrad<float>* pose;
};

void launch_train_project(const CloudView& cloud, const ViewF& view, TileGrid grid, const TrainBuffers& out,
                          cudaStream_t stream);
void launch_train_scatter(TileGrid grid, const TrainBuffers& frame, int blocks, cudaStream_t stream);
void launch_train_raster(const ViewF& view, TileGrid grid, const TrainBuffers& frame, const Planes& image,
                         cudaStream_t stream);
void launch_train_raster_backward(const ViewF& view, TileGrid grid, const TrainBuffers& frame, const ConstPlanes& image,
                                  const ConstPlanes& grad, cudaStream_t stream);
// `splat_grads`: [SplatGradPlanes::kCount, stride], cleared; `out` cleared.
void launch_train_project_backward(const CloudView& cloud, const ViewF& view, const TrainBuffers& frame,
                                   uint32_t visible, float* splat_grads, size_t stride, const MutableCloudView& out,
                                   cudaStream_t stream);

}  // namespace gs::cuda
