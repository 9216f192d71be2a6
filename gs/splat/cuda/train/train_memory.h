// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Device buffers of a training frame, and the phases of the frame before rasterization.
#pragma once

#include <span>

#include "gs/core/containers/buffer_group.h"
#include "gs/splat/api/differentiable.h"
#include "gs/splat/cuda/device.h"
#include "gs/splat/cuda/scan.h"
#include "gs/splat/cuda/train/train_frame.h"

namespace gs::splat::cuda {

// Owns the buffers of TrainBuffers.
class TrainMemory {
 public:
  explicit TrainMemory(Accumulation accumulation = Accumulation::fast) : accumulation_(accumulation) {}

  // Ensures capacity for frames of this size. Buffers grow in groups: after a failure, a group has no capacity. Errors:
  // limit_exceeded for more than 2^32 pairs, device_out_of_memory.
  Result<void> reserve(std::size_t gaussians, std::size_t pairs, std::size_t tiles);
  std::size_t pair_capacity() const { return keys_.capacity(); }
  std::size_t bytes() const;
  // Bytes that reserve() would allocate.
  static std::size_t bytes_for(std::size_t gaussians, std::size_t pairs, std::size_t tiles, Accumulation accumulation);

  // Pointers for the kernels; gradient_unit is 1 and pose is null until the caller sets them.
  TrainBuffers buffers() const;
  PoseGrad<float>* pose() const { return pose_.get(); }

  // Tiles of an image of this camera.
  template <class T>
  static TileGrid grid_of(const Camera<T>& camera) {
    return {(camera.width + kTile - 1) / kTile, (camera.height + kTile - 1) / kTile, 0};
  }
  static TileGrid grid_of(const ViewF& view) { return grid_of(view.camera); }
  static std::size_t tiles_of(TileGrid grid) {
    return static_cast<std::size_t>(grid.tiles_x) * static_cast<std::size_t>(grid.tiles_y);
  }
  // Clears the lists, projects all parts (at least one) and fills the tile lists; launch_train_raster() is next.
  // Errors: device_out_of_memory if reserve() did not provide enough capacity.
  Result<void> prepare(std::span<const ScenePart> parts, const gs::cuda::Stream& stream);

 private:
  Accumulation accumulation_;
  Scan scan_;
  gs::cuda::Buffer<TrainSplat> splats_;
  gs::cuda::Buffer<SplatBox> boxes_;
  gs::cuda::Buffer<uint32_t> counts_, begin_, sorted_, used_;
  gs::cuda::Buffer<uint64_t> keys_, room_;
  gs::cuda::Buffer<FrameCounters> counters_;
  gs::cuda::Buffer<float> moments_;
  gs::cuda::Buffer<int64_t> fixed_;
  gs::cuda::Buffer<PoseGrad<float>> pose_;
};

}  // namespace gs::splat::cuda
