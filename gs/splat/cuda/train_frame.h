// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The frame of training: one view, everything in single precision. Forward as in frame.h, but splats stay where their
// Gaussian is, so that nothing depends on the order in which threads arrive; it leaves the sorted splats of every tile
// behind. Backward walks them again front to back.
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
  float blue, depth, unused[2];
};
static_assert(sizeof(TrainSplat) == 48);

// dL/d(splat) before the chain rule: sums over pixels, see cpu/records.h for the meaning of the moments.
enum TrainMoment { m0, mx, my, mxx, mxy, myy, m_red, m_green, m_blue, m_depth, kMoments };
inline constexpr int kMomentStride = 12;  // three 16-byte accesses

// How moments of many tiles are added up. `exact` adds fixed-point numbers: the same sum in any order.
enum class Accumulation { fast, exact };

struct TrainBuffers {
  TrainSplat* splats;  // [N], of visible Gaussians only
  SplatBox* boxes;     // [N]; empty (x0 > x1) where not visible
  FrameCounters* counters;
  TileLists lists;
  uint32_t* sorted;       // [pair_capacity]: splats of every tile in order
  uint32_t* used;         // [tiles]: how many of them were looked at
  float* moments;         // [N, kMomentStride], of visible Gaussians only; Accumulation::fast
  int64_t* fixed;         // the same; Accumulation::exact. One of both is null
  float gradient_unit;    // dL/d(pixel) is about this: the unit of fixed-point sums
  PoseGrad<float>* pose;  // null: not wanted
};

// Clears counters, lists and the moments of what is visible by itself.
void launch_train_project(const CloudView& cloud, const ViewF& view, TileGrid grid, const TrainBuffers& out,
                          cudaStream_t stream);
void launch_train_scatter(std::size_t gaussians, TileGrid grid, const TrainBuffers& frame, cudaStream_t stream);
void launch_train_raster(const ViewF& view, TileGrid grid, const TrainBuffers& frame, const Planes& image,
                         cudaStream_t stream);
void launch_train_raster_backward(const ViewF& view, TileGrid grid, const TrainBuffers& frame, const ConstPlanes& image,
                                  const ConstPlanes& grad, cudaStream_t stream);
// Every Gaussian's gradient; zero for what is not visible. `splat_grads`: [SplatGradPlanes::kCount, stride].
void launch_train_project_backward(const CloudView& cloud, const ViewF& view, const TrainBuffers& frame,
                                   float* splat_grads, size_t stride, const MutableCloudView& out, cudaStream_t stream);

}  // namespace gs::cuda
