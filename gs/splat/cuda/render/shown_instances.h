// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The instances of a batch of views on the device: a camera for each, the list of their chunks, and their shadows.
#pragma once

#include <span>
#include <vector>

#include "gs/splat/api/rasterizer.h"
#include "gs/splat/cuda/device.h"
#include "gs/splat/cuda/render/render_frame.h"

namespace gs::splat::cuda {

// Filled anew for every batch; reuses its memory.
class ShownInstances {
 public:
  void clear();
  // Adds the instances and the shadows of the next view. Errors: invalid_argument.
  Result<void> add(const RenderView& view, std::span<const ChunkRange> assets, const RenderSettings& settings);
  // Errors: device_out_of_memory.
  Result<void> copy_to_device(const gs::cuda::Stream& stream);
  // Sets the pointers of view k, after copy_to_device().
  void place(std::size_t k, DeviceView& view) const;
  // Chunks for which a frame must have room, besides those of the cloud: at least those of each view. It changes
  // rarely, because a recorded graph holds it.
  std::size_t chunk_room() const;
  std::size_t bytes() const { return device_cameras_.bytes() + device_chunks_.bytes() + device_shadows_.bytes(); }

 private:
  // First camera, chunk and shadow of each view.
  struct First {
    std::size_t camera, chunk, shadow;
  };
  std::vector<CloudCamera> cameras_;
  std::vector<InstanceChunk> chunks_;
  std::vector<GroundShadow> shadows_;
  std::vector<First> first_;
  gs::cuda::Buffer<CloudCamera> device_cameras_;
  gs::cuda::Buffer<InstanceChunk> device_chunks_;
  gs::cuda::Buffer<GroundShadow> device_shadows_;
  gs::cuda::Buffer<CloudCamera, gs::cuda::Memory::pinned> host_cameras_;
  gs::cuda::Buffer<InstanceChunk, gs::cuda::Memory::pinned> host_chunks_;
  gs::cuda::Buffer<GroundShadow, gs::cuda::Memory::pinned> host_shadows_;
};

}  // namespace gs::splat::cuda
