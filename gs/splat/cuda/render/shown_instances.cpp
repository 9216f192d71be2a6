// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/render/shown_instances.h"

#include <algorithm>

namespace gs::splat::cuda {
namespace {

constexpr std::size_t kRoomStep = 1024;  // chunks: a quarter of a million Gaussians

// Copies values through pinned memory, from which the copy does not wait for the device.
template <class T>
Result<void> copy(const std::vector<T>& values, gs::cuda::Buffer<T, gs::cuda::Memory::pinned>& pinned,
                  gs::cuda::Buffer<T>& device, const gs::cuda::Stream& stream) {
  if (values.empty()) return {};
  GS_CHECK(pinned.reserve(values.size()));
  GS_CHECK(device.reserve(values.size()));
  std::copy(values.begin(), values.end(), pinned.get());
  return gs::cuda::copy_to_device(device.get(), pinned.get(), values.size(), stream);
}

}  // namespace

void ShownInstances::clear() {
  cameras_.clear();
  chunks_.clear();
  shadows_.clear();
  first_.clear();
}

Result<void> ShownInstances::add(const RenderView& view, std::span<const ChunkRange> assets,
                                 const RenderSettings& settings) {
  GS_CHECK(check_instances(view, assets.size(), settings));
  GS_CHECK(check_shadows(view));
  first_.push_back({cameras_.size(), chunks_.size(), shadows_.size()});
  shadows_.insert(shadows_.end(), view.shadows.begin(), view.shadows.end());
  for (const SplatInstance& instance : view.instances) {
    GS_TRY(const ViewF from_asset, make_view(view, instance, settings));
    const auto camera = static_cast<uint32_t>(cameras_.size() - first_.back().camera);
    cameras_.push_back({from_asset, frustum_of(from_asset)});
    const ChunkRange range = assets[instance.asset];
    for (uint32_t i = 0; i < range.count; ++i) chunks_.push_back({range.first + i, camera});
  }
  return {};
}

Result<void> ShownInstances::copy_to_device(const gs::cuda::Stream& stream) {
  GS_CHECK(copy(cameras_, host_cameras_, device_cameras_, stream));
  GS_CHECK(copy(shadows_, host_shadows_, device_shadows_, stream));
  return copy(chunks_, host_chunks_, device_chunks_, stream);
}

void ShownInstances::place(std::size_t k, DeviceView& view) const {
  const std::size_t shadows_end = k + 1 < first_.size() ? first_[k + 1].shadow : shadows_.size();
  view.shadow_count = static_cast<uint32_t>(shadows_end - first_[k].shadow);
  if (view.shadow_count > 0) view.shadows = device_shadows_.get() + first_[k].shadow;
  const std::size_t end = k + 1 < first_.size() ? first_[k + 1].chunk : chunks_.size();
  view.instance_chunk_count = static_cast<uint32_t>(end - first_[k].chunk);
  if (view.instance_chunk_count == 0) return;
  view.instance_cameras = device_cameras_.get() + first_[k].camera;
  view.instance_chunks = device_chunks_.get() + first_[k].chunk;
}

std::size_t ShownInstances::chunk_room() const {
  std::size_t most = 0;
  for (std::size_t k = 0; k < first_.size(); ++k) {
    most = std::max(most, (k + 1 < first_.size() ? first_[k + 1].chunk : chunks_.size()) - first_[k].chunk);
  }
  return (most + kRoomStep - 1) / kRoomStep * kRoomStep;
}

}  // namespace gs::splat::cuda
