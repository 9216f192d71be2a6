// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/train/train_memory.h"

namespace gs::splat::cuda {
namespace {

constexpr std::size_t kMostPairs = 0xFFFFFFFEu;  // pair indices have 32 bits; a sum of 0xFFFFFFFF means "too many"

}  // namespace

Result<void> TrainMemory::reserve(std::size_t gaussians, std::size_t pairs, std::size_t tiles) {
  if (pairs > kMostPairs) {
    return fail(ErrorCode::limit_exceeded, "one image has {} splat-tile pairs, at most {} are possible", pairs,
                kMostPairs)
        .with_hint("train fewer Gaussians or smaller images");
  }
  // Three groups: per Gaussian, per pair, per tile. Each group keeps one capacity.
  const std::size_t moments = gaussians * kMomentStride;
  const bool fast = accumulation_ == Accumulation::fast;
  GS_CHECK(reserve_together(Wanted{splats_, gaussians}, Wanted{boxes_, gaussians}, Wanted{moments_, fast ? moments : 0},
                            Wanted{fixed_, fast ? 0 : moments}));
  GS_CHECK(reserve_together(Wanted{keys_, pairs}, Wanted{room_, pairs}, Wanted{sorted_, pairs}));
  return reserve_together(Wanted{counts_, tiles + 1}, Wanted{begin_, tiles + 1}, Wanted{used_, tiles},
                          Wanted{pose_, std::size_t{1}}, Wanted{counters_, std::size_t{1}});
}

// pose_ and counters_ are negligible.
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

// Clear, project and count, prefix sum, scatter; nothing waits for the device.
Result<void> TrainMemory::prepare(std::span<const ScenePart> parts, const gs::cuda::Stream& stream) {
  const TileGrid grid = grid_of(parts[0].view);
  const std::size_t tiles = tiles_of(grid);
  std::size_t gaussians = 0;
  for (const ScenePart& part : parts) gaussians += part.cloud.size;
  if (gaussians > splats_.capacity() || tiles + 1 > counts_.capacity()) {
    return fail(ErrorCode::device_out_of_memory, "out of GPU memory for a frame of {} Gaussians and {} tiles",
                gaussians, tiles);
  }
  const TrainBuffers frame = buffers();
  GS_CHECK(gs::cuda::clear(counts_.get(), tiles + 1, stream));
  GS_CHECK(gs::cuda::clear(counters_.get(), 1, stream));
  std::size_t slot = 0;
  for (const ScenePart& part : parts) {
    launch_train_project(part.cloud, part.view, grid, from_slot(frame, slot), stream.get());
    slot += part.cloud.size;
  }
  GS_CHECK(scan_.exclusive_sum(counts_.get(), begin_.get(), tiles + 1, stream));
  launch_train_scatter(gaussians, grid, frame, stream.get());
  return {};
}

}  // namespace gs::splat::cuda
