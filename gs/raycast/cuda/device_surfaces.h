// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A heightmap and a mesh in device memory.
#pragma once

#include "gs/core/cuda/device.h"
#include "gs/raycast/api/heightmap_caster.h"
#include "gs/raycast/bvh.h"
#include "gs/raycast/heightmap_march.h"

namespace gs::raycast::cuda {

// Heights and pyramid on the device.
struct DeviceHeightmap {
  gs::cuda::Buffer<float> heights;
  gs::cuda::Buffer<uint32_t> nodes;
  gs::raycast::detail::MarchView view{};  // with device pointers

  // Builds the pyramid on the host and copies it; waits for the copy. Errors: those of HeightmapCaster::build(),
  // device_out_of_memory.
  static Result<DeviceHeightmap> upload(const HeightmapView& map, Vec3d rays_origin, const gs::cuda::Stream& stream);
};

// Hierarchy on the device.
struct DeviceMesh {
  gs::cuda::Buffer<BvhNode> nodes;
  gs::cuda::Buffer<BvhTriangle> triangles;
  BvhView view{};

  // Builds the hierarchy on the host and copies it. Errors: those of Bvh::build(), device_out_of_memory.
  static Result<DeviceMesh> upload(TriangleMeshView mesh, const gs::cuda::Stream& stream);
};

}  // namespace gs::raycast::cuda
