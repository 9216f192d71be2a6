// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The buffers of a training frame, and the frame itself up to the picture.
#pragma once

#include "gs/splat/cuda/device.h"
#include "gs/splat/cuda/scan.h"
#include "gs/splat/cuda/train_frame.h"

namespace gs::cuda {

class TrainMemory {
 public:
  explicit TrainMemory(Accumulation accumulation = Accumulation::fast) : accumulation_(accumulation) {}

  Result<void> reserve(std::size_t gaussians, std::size_t pairs, std::size_t tiles);
  std::size_t pair_capacity() const { return keys_.capacity(); }
  std::size_t bytes() const;
  // What reserve() would allocate.
  static std::size_t bytes_for(std::size_t gaussians, std::size_t pairs, std::size_t tiles, Accumulation accumulation);

  TrainBuffers buffers() const;
  PoseGrad<float>* pose() const { return pose_.get(); }

  static TileGrid grid_of(const ViewF& view) {
    return {(view.camera.width + kTile - 1) / kTile, (view.camera.height + kTile - 1) / kTile, 0};
  }
  static std::size_t tiles_of(TileGrid grid) {
    return static_cast<std::size_t>(grid.tiles_x) * static_cast<std::size_t>(grid.tiles_y);
  }
  // Clears, projects and deals the splats out to tiles; launch_train_raster() is next. There is room for the tiles.
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
