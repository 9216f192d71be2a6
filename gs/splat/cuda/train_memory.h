// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The buffers of a training frame, and the frame itself up to the picture.
#pragma once

#include "gs/core/buffer_group.h"
#include "gs/splat/cuda/device.h"
#include "gs/splat/cuda/scan.h"
#include "gs/splat/cuda/train_frame.h"

namespace gs::cuda {

class TrainMemory {
 public:
  explicit TrainMemory(Accumulation accumulation = Accumulation::fast) : accumulation_(accumulation) {}

  // Room for frames of that size, at least. Buffers grow in groups: after a failure a group has room for nothing.
  Result<void> reserve(std::size_t gaussians, std::size_t pairs, std::size_t tiles);
  std::size_t pair_capacity() const { return keys_.capacity(); }
  std::size_t bytes() const;
  // What reserve() would allocate.
  static std::size_t bytes_for(std::size_t gaussians, std::size_t pairs, std::size_t tiles, Accumulation accumulation);

  TrainBuffers buffers() const;
  PoseGrad<float>* pose() const { return pose_.get(); }

  template <class T>
  static TileGrid grid_of(const Camera<T>& camera) {
    return {(camera.width + kTile - 1) / kTile, (camera.height + kTile - 1) / kTile, 0};
  }
  static TileGrid grid_of(const ViewF& view) { return grid_of(view.camera); }
  static std::size_t tiles_of(TileGrid grid) {
    return static_cast<std::size_t>(grid.tiles_x) * static_cast<std::size_t>(grid.tiles_y);
  }
  // Clears, projects and deals the splats out to tiles; launch_train_raster() is next. Without room for
  // the Gaussians and tiles, because reserve() failed, it is device_out_of_memory.
  Result<void> prepare(const CloudView& cloud, const ViewF& view, const Stream& stream);

 private:
  Accumulation accumulation_;
  Scan scan_;
  Buffer<TrainSplat> splats_;
  Buffer<SplatBox> boxes_;
  Buffer<uint32_t> counts_, begin_, sorted_, used_;
  Buffer<uint64_t> keys_, room_;
  Buffer<FrameCounters> counters_;
  Buffer<float> moments_;
  Buffer<int64_t> fixed_;
  Buffer<PoseGrad<float>> pose_;
};

}  // namespace gs::cuda
