// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "gs/splat/cuda/cuda_rasterizer.h"
#include "gs/splat/cuda/device.h"
#include "gs/splat/cuda/scan.h"
#include "gs/splat/cuda/train_frame.h"

namespace gs {
namespace {

using namespace cuda;

class CudaDifferentiableRasterizer final : public DifferentiableRasterizer {
 public:
  CudaDifferentiableRasterizer(DeviceInfo device, Stream stream)
      : device_(std::move(device)), stream_(std::move(stream)) {}

  std::string name() const override { return format("cuda ({})", device_.name); }
  Result<FrameStatistics> forward(const CloudView& cloud, const ViewF& view, const Planes& image) override;
  Result<PoseGrad<float>> backward(const CloudView& cloud, const ViewF& view, const ConstPlanes& image,
                                   const ConstPlanes& grad, const MutableCloudView& out) override;
  SplatGradPlanes splat_gradients() const override {
    SplatGradPlanes planes{};
    for (std::size_t p = 0; p < SplatGradPlanes::kCount; ++p) planes.plane[p] = splat_grads_.get() + p * stride_;
    return planes;
  }

 private:
  Result<void> make_room(std::size_t gaussians, std::size_t pairs, std::size_t tiles);
  TrainBuffers buffers() const {
    return {splats_.get(),
            boxes_.get(),
            counters_.get(),
            {counts_.get(), begin_.get(), keys_.get(), room_.get(), static_cast<uint32_t>(keys_.capacity())},
            sorted_.get(),
            used_.get(),
            moments_.get(),
            nullptr,
            1.0f,
            pose_.get()};
  }

  DeviceInfo device_;
  Stream stream_;
  Scan scan_;
  Buffer<TrainSplat> splats_;
  Buffer<SplatBox> boxes_;
  Buffer<uint32_t> counts_, begin_, sorted_, used_;
  Buffer<uint64_t> keys_, room_;
  Buffer<FrameCounters> counters_;
  Buffer<FrameCounters, Memory::pinned> host_counters_;
  Buffer<float> moments_, splat_grads_;
  Buffer<PoseGrad<float>> pose_;
  Buffer<PoseGrad<float>, Memory::pinned> host_pose_;
  TileGrid grid_{};
  std::size_t stride_ = 0;
};

Result<void> CudaDifferentiableRasterizer::make_room(std::size_t gaussians, std::size_t pairs, std::size_t tiles) {
  GS_CHECK(splats_.reserve(gaussians));
  GS_CHECK(boxes_.reserve(gaussians));
  GS_CHECK(moments_.reserve(gaussians * kMomentStride));
  GS_CHECK(keys_.reserve(pairs));
  GS_CHECK(room_.reserve(pairs));
  GS_CHECK(sorted_.reserve(pairs));
  GS_CHECK(counts_.reserve(tiles + 1));
  GS_CHECK(begin_.reserve(tiles + 1));
  GS_CHECK(used_.reserve(tiles));
  GS_CHECK(counters_.reserve(1));
  GS_CHECK(pose_.reserve(1));
  GS_CHECK(host_pose_.reserve(1));
  return host_counters_.reserve(1);
}

Result<FrameStatistics> CudaDifferentiableRasterizer::forward(const CloudView& cloud, const ViewF& view,
                                                              const Planes& image) {
  grid_ = {(view.camera.width + kTile - 1) / kTile, (view.camera.height + kTile - 1) / kTile, 0};
  const std::size_t tiles = static_cast<std::size_t>(grid_.tiles_x) * static_cast<std::size_t>(grid_.tiles_y);
  GS_CHECK(make_room(cloud.size, std::max<std::size_t>(3 * cloud.size / 2, 1u << 18), tiles));
  while (true) {
    const TrainBuffers frame = buffers();
    GS_CHECK(clear(counts_.get(), tiles + 1, stream_));
    GS_CHECK(clear(counters_.get(), 1, stream_));
    launch_train_project(cloud, view, grid_, frame, stream_.get());
    GS_CHECK(scan_.exclusive_sum(counts_.get(), begin_.get(), tiles + 1, stream_));
    launch_train_scatter(cloud.size, grid_, frame, stream_.get());
    launch_train_raster(view, grid_, frame, image, stream_.get());
    GS_CHECK(copy_to_host(host_counters_.get(), counters_.get(), 1, stream_));
    GS_CHECK(copy_to_host(&host_counters_.get()->pairs, begin_.get() + tiles, 1, stream_));
    GS_CHECK(check(cudaGetLastError(), "rendering"));
    GS_CHECK(stream_.wait());
    const FrameCounters seen = host_counters_[0];
    if (seen.pairs <= keys_.capacity()) return FrameStatistics{seen.visible, seen.pairs};
    GS_CHECK(make_room(cloud.size, seen.pairs + seen.pairs / 4, tiles));
  }
}

Result<PoseGrad<float>> CudaDifferentiableRasterizer::backward(const CloudView& cloud, const ViewF& view,
                                                               const ConstPlanes& image, const ConstPlanes& grad,
                                                               const MutableCloudView& out) {
  stride_ = (cloud.size + 15) / 16 * 16;
  GS_CHECK(splat_grads_.reserve(SplatGradPlanes::kCount * stride_));
  GS_CHECK(clear(pose_.get(), 1, stream_));
  const TrainBuffers frame = buffers();
  launch_train_raster_backward(view, grid_, frame, image, grad, stream_.get());
  launch_train_project_backward(cloud, view, frame, splat_grads_.get(), stride_, out, stream_.get());
  GS_CHECK(copy_to_host(host_pose_.get(), pose_.get(), 1, stream_));
  GS_CHECK(check(cudaGetLastError(), "computing gradients"));
  GS_CHECK(stream_.wait());
  return host_pose_[0];
}

}  // namespace

Result<std::unique_ptr<DifferentiableRasterizer>> make_cuda_differentiable_rasterizer() {
  GS_TRY(DeviceInfo device, find_device());
  GS_TRY(Stream stream, Stream::create());
  return std::unique_ptr<DifferentiableRasterizer>(
      std::make_unique<CudaDifferentiableRasterizer>(std::move(device), std::move(stream)));
}

}  // namespace gs
