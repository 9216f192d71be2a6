// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "gs/splat/cuda/cuda_rasterizer.h"
#include "gs/splat/cuda/device.h"
#include "gs/splat/cuda/train/train_memory.h"

namespace gs::splat {
namespace {

using namespace gs::cuda;
using namespace cuda;

// Differentiable rasterizer with the kernels of training.
class CudaDifferentiableRasterizer final : public DifferentiableRasterizer {
 public:
  CudaDifferentiableRasterizer(DeviceInfo device, Stream stream)
      : device_(std::move(device)), stream_(std::move(stream)) {}

  std::string name() const override { return format("cuda ({})", device_.name); }
  Result<FrameStatistics> forward(std::span<const ScenePart> parts, const Planes& image) override;
  Result<void> backward(std::span<const ScenePart> parts, const ConstPlanes& image, const ConstPlanes& grad,
                        std::span<PartGradient> out) override;
  SplatGradPlanes splat_gradients() const override {
    SplatGradPlanes planes{};
    for (std::size_t p = 0; p < SplatGradPlanes::kCount; ++p) planes.plane[p] = splat_grads_.get() + p * stride_;
    return planes;
  }

 private:
  DeviceInfo device_;
  Stream stream_;
  TrainMemory memory_;
  Buffer<FrameCounters, Memory::pinned> host_counters_;
  Buffer<float> splat_grads_;
  Buffer<PoseGrad<float>, Memory::pinned> host_pose_;
  std::size_t stride_ = 0;
};

// Gaussians of all parts.
std::size_t gaussians_of(std::span<const ScenePart> parts) {
  std::size_t sum = 0;
  for (const ScenePart& part : parts) sum += part.cloud.size;
  return sum;
}

Result<FrameStatistics> CudaDifferentiableRasterizer::forward(std::span<const ScenePart> parts, const Planes& image) {
  const ViewF& view = parts[0].view;
  const TileGrid grid = TrainMemory::grid_of(view);
  const std::size_t tiles = TrainMemory::tiles_of(grid), gaussians = gaussians_of(parts);
  GS_CHECK(host_counters_.reserve(1));
  GS_CHECK(memory_.reserve(gaussians, std::max<std::size_t>(3 * gaussians / 2, 1u << 18), tiles));
  // Repeat the frame with larger lists if they overflowed.
  while (true) {
    const TrainBuffers frame = memory_.buffers();
    GS_CHECK(memory_.prepare(parts, stream_));
    launch_train_raster(view, grid, frame, image, stream_.get());
    GS_CHECK(copy_to_host(host_counters_.get(), frame.counters, 1, stream_));
    GS_CHECK(copy_to_host(&host_counters_.get()->pairs, frame.lists.begin + tiles, 1, stream_));
    GS_CHECK(check(cudaGetLastError(), "rendering"));
    GS_CHECK(stream_.wait());
    const FrameCounters seen = host_counters_[0];
    if (seen.pairs <= memory_.pair_capacity()) return FrameStatistics{seen.visible, seen.pairs};
    GS_CHECK(memory_.reserve(gaussians, std::size_t{seen.pairs} + seen.pairs / 4, tiles));
  }
}

Result<void> CudaDifferentiableRasterizer::backward(std::span<const ScenePart> parts, const ConstPlanes& image,
                                                    const ConstPlanes& grad, std::span<PartGradient> out) {
  // Planes start at multiples of 64 bytes.
  stride_ = (gaussians_of(parts) + 15) / 16 * 16;
  GS_CHECK(splat_grads_.reserve(SplatGradPlanes::kCount * stride_));
  GS_CHECK(host_pose_.reserve(1));
  const TrainBuffers frame = memory_.buffers();
  launch_train_raster_backward(parts[0].view, TrainMemory::grid_of(parts[0].view), frame, image, grad, stream_.get());
  std::size_t slot = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const ScenePart& part = parts[k];
    TrainBuffers own = from_slot(frame, slot);
    own.pose = memory_.pose();
    // The warps add to the pose, so it starts at zero.
    GS_CHECK(clear(own.pose, 1, stream_));
    launch_train_project_backward(part.cloud, part.view, own, splat_grads_.get() + slot, stride_, out[k].cloud,
                                  stream_.get());
    GS_CHECK(copy_to_host(host_pose_.get(), own.pose, 1, stream_));
    GS_CHECK(check(cudaGetLastError(), "computing gradients"));
    GS_CHECK(stream_.wait());
    out[k].pose = host_pose_[0];
    slot += part.cloud.size;
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<DifferentiableRasterizer>> make_cuda_differentiable_rasterizer() {
  GS_TRY(DeviceInfo device, find_device());
  GS_TRY(Stream stream, Stream::create());
  return std::unique_ptr<DifferentiableRasterizer>(
      std::make_unique<CudaDifferentiableRasterizer>(std::move(device), std::move(stream)));
}

}  // namespace gs::splat
