// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A heightmap and a mesh in the GPU's memory, as the kernels read them.
#pragma once

#include "gs/core/cuda/device.h"
#include "gs/raycast/bvh.h"
#include "gs/raycast/heightmap_caster.h"
#include "gs/raycast/heightmap_march.h"

namespace gs::cuda {

struct DeviceHeightmap {
  Buffer<float> heights;
  Buffer<uint32_t> nodes;
  gs::detail::MarchView view{};  // with the device's pointers

  static Result<DeviceHeightmap> upload(const HeightmapView& map, Vec3d rays_origin, const Stream& stream);
};

struct DeviceMesh {
  Buffer<BvhNode> nodes;
  Buffer<BvhTriangle> triangles;
  BvhView view{};

  // Refuses what Bvh::build refuses.
  static Result<DeviceMesh> upload(TriangleMeshView mesh, const Stream& stream);
};

}  // namespace gs::cuda
