// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/train_memory.h"

namespace gs::cuda {

Result<void> TrainMemory::reserve(std::size_t gaussians, std::size_t pairs, std::size_t tiles) {
  GS_CHECK(splats_.reserve(gaussians));
  GS_CHECK(boxes_.reserve(gaussians));
  if (accumulation_ == Accumulation::fast) {
    GS_CHECK(moments_.reserve(gaussians * kMomentStride));
  } else {
    GS_CHECK(fixed_.reserve(gaussians * kMomentStride));
  }
  GS_CHECK(keys_.reserve(pairs));
  GS_CHECK(room_.reserve(pairs));
  GS_CHECK(sorted_.reserve(pairs));
  GS_CHECK(counts_.reserve(tiles + 1));
  GS_CHECK(begin_.reserve(tiles + 1));
  GS_CHECK(used_.reserve(tiles));
  GS_CHECK(pose_.reserve(1));
  return counters_.reserve(1);
}

std::size_t TrainMemory::bytes() const {
  return splats_.bytes() + boxes_.bytes() + moments_.bytes() + fixed_.bytes() + keys_.bytes() + room_.bytes() +
         sorted_.bytes() + counts_.bytes() + begin_.bytes() + used_.bytes();
}

std::size_t TrainMemory::bytes_for(std::size_t gaussians, std::size_t pairs, std::size_t tiles,
                                   Accumulation accumulation) {
  const std::size_t moment = accumulation == Accumulation::fast ? sizeof(float) : sizeof(int64_t);
  return gaussians * (sizeof(TrainSplat) + sizeof(SplatBox) + kMomentStride * moment) +
         pairs * (2 * sizeof(uint64_t) + sizeof(uint32_t)) + tiles * 3 * sizeof(uint32_t);
}

TrainBuffers TrainMemory::buffers() const {
  return {splats_.get(),
          boxes_.get(),
          counters_.get(),
          {counts_.get(), begin_.get(), keys_.get(), room_.get(), static_cast<uint32_t>(keys_.capacity())},
          sorted_.get(),
          used_.get(),
          moments_.get(),
          fixed_.get(),
          1.0f,
          nullptr};
}

Result<void> TrainMemory::prepare(const CloudView& cloud, const ViewF& view, const Stream& stream) {
  const TileGrid grid = grid_of(view);
  const std::size_t tiles = tiles_of(grid);
  const TrainBuffers frame = buffers();
  GS_CHECK(clear(counts_.get(), tiles + 1, stream));
  GS_CHECK(clear(counters_.get(), 1, stream));
  launch_train_project(cloud, view, grid, frame, stream.get());
  GS_CHECK(scan_.exclusive_sum(counts_.get(), begin_.get(), tiles + 1, stream));
  launch_train_scatter(cloud.size, grid, frame, stream.get());
  return {};
}

}  // namespace gs::cuda
