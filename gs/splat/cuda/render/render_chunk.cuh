// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The chunks that a view shows: those of the cloud, then those of its instances.
#pragma once

#include "gs/splat/cuda/render/render_frame.h"

namespace gs::splat::cuda {

// A chunk of the scene and the camera in the frame of its cloud; null beyond the last chunk.
struct ShownChunk {
  const CloudCamera* camera;
  uint32_t chunk;
  uint32_t owner;  // number of the instance, 0 for the cloud; only its low 16 bits are kept
};

// The chunk with this number among those that a view shows.
__device__ inline ShownChunk chunk_of(const DeviceScene& scene, const DeviceView& view, uint32_t index) {
  if (index < scene.chunk_count) return {&view, index, 0};
  const uint32_t i = index - scene.chunk_count;
  if (i >= view.instance_chunk_count) return {nullptr, 0, 0};
  const InstanceChunk at = view.instance_chunks[i];
  return {view.instance_cameras + at.camera, at.chunk, at.camera + 1};
}

}  // namespace gs::splat::cuda
