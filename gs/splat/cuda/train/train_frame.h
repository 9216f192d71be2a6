// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Kernels of a training frame: one view, single precision. Splats keep the index of their Gaussian, so that results do
// not depend on the order of threads.
//
//   project           Gaussians -> splats and boxes; number of splats per tile
//   scan              counts -> first key of every tile (scan.h)
//   scatter           splats -> keys (depth, splat) in the lists of their tiles
//   raster            one block per tile: sorts its list batch by batch, blends; stores the sorted splats
//   raster_backward   walks the sorted splats again front to back; sums gradient moments per splat
//   project_backward  moments -> gradient of every Gaussian (training itself uses launch_adam() of train/cuda/step.h)
#pragma once

#include "gs/splat/cuda/frame.h"
#include "gs/splat/kernel/project.h"
#include "gs/splat/model/cloud_view.h"
#include "gs/splat/planes/planes.h"
#include "gs/splat/planes/splat_grad_planes.h"

namespace gs::splat::cuda {

// A projected splat: centre, Falloff, colour, depth; three 16-byte loads.
struct alignas(16) TrainSplat {
  float x, y, xx, xy;
  float yy, peak, red, green;
  float blue, depth, unused[2];
};
static_assert(sizeof(TrainSplat) == 48);

// Sums over pixels from which dL/d(splat) follows; SplatMoments in cpu/records.h explains the moments.
enum TrainMoment { m0, mx, my, mxx, mxy, myy, m_red, m_green, m_blue, m_depth, kMoments };
inline constexpr int kMomentStride = 12;  // floats per splat: three 16-byte accesses

// How moments of many tiles are added. `exact` uses fixed-point numbers, whose sum does not depend on the order.
enum class Accumulation { fast, exact };

// Device buffers of a frame; owned by TrainMemory.
struct TrainBuffers {
  TrainSplat* splats;  // [N], only visible Gaussians are written
  SplatBox* boxes;     // [N]; empty (x0 > x1) where not visible
  FrameCounters* counters;
  TileLists lists;
  uint32_t* sorted;       // [pair_capacity] splats of every tile in depth order
  uint32_t* used;         // [tiles] how many of them the tile needed until it was opaque
  float* moments;         // [N, kMomentStride], only visible Gaussians; Accumulation::fast, else null
  int64_t* fixed;         // the same in fixed point; Accumulation::exact, else null
  float gradient_unit;    // typical size of dL/d(pixel): unit of the fixed-point sums
  PoseGrad<float>* pose;  // null: not needed
};

// The buffers of the Gaussians from `slot` on: the parts of a scene (ScenePart) lie one behind the other.
inline TrainBuffers from_slot(TrainBuffers frame, size_t slot) {
  frame.splats += slot, frame.boxes += slot;
  if (frame.moments != nullptr) frame.moments += slot * kMomentStride;
  if (frame.fixed != nullptr) frame.fixed += slot * kMomentStride;
  return frame;
}

// Projects the Gaussians of one part and counts splats per tile; `out` begins at the first slot of the part. Also
// clears the moments of visible Gaussians; the caller clears counts and counters.
void launch_train_project(const CloudView& cloud, const ViewF& view, TileGrid grid, const TrainBuffers& out,
                          cudaStream_t stream);
// Writes the keys of all splats into the lists of their tiles, after the prefix sum of the counts.
void launch_train_scatter(std::size_t gaussians, TileGrid grid, const TrainBuffers& frame, cudaStream_t stream);
// Renders the planes of `image` that are not null, and stores `sorted` and `used` for the backward pass.
void launch_train_raster(const ViewF& view, TileGrid grid, const TrainBuffers& frame, const Planes& image,
                         cudaStream_t stream);
// Adds the moments of all visible splats. `image` as rendered, `grad` = dL/d(image) with null planes allowed.
void launch_train_raster_backward(const ViewF& view, TileGrid grid, const TrainBuffers& frame, const ConstPlanes& image,
                                  const ConstPlanes& grad, cudaStream_t stream);
// Writes the gradient of every Gaussian, zero if not visible. `splat_grads`: [SplatGradPlanes::kCount, stride].
void launch_train_project_backward(const CloudView& cloud, const ViewF& view, const TrainBuffers& frame,
                                   float* splat_grads, size_t stride, const MutableCloudView& out, cudaStream_t stream);

}  // namespace gs::splat::cuda
