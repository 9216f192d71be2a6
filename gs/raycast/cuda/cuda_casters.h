// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// HeightmapCaster and MeshCaster on the GPU: the heightmap with the same march and pyramid as on the CPU, one fixed
// mesh with our own hierarchy (bvh.h). The hits equal those of the CPU casters up to rounding.
//
//   GS_TRY(auto ground, cuda::CudaHeightmapCaster::build(map));
//   GS_TRY(auto walls, cuda::CudaMeshCaster::build({vertices, triangles}));
//   GS_CHECK(ground.cast(rays, hits));
#pragma once

#include <memory>
#include <span>

#include "gs/core/ownership.h"
#include "gs/core/result.h"
#include "gs/raycast/api/heightmap_caster.h"
#include "gs/raycast/api/mesh_caster.h"

namespace gs::raycast::cuda {

// Duration of the last cast.
struct CastTimes {
  double kernel_ms = 0;
  double total_ms = 0;  // including both copies between host and GPU
};

// Heightmap caster on one GPU. One thread at a time; buffers are reused between casts.
class CudaHeightmapCaster {
 public:
  // Errors: no_device, device_out_of_memory, and those of HeightmapCaster::build().
  static Result<CudaHeightmapCaster> build(const HeightmapView& map, Vec3d rays_origin = {});
  // Casts and waits for the hits; hits.size() == rays.size(). Errors: limit_exceeded, device_out_of_memory.
  Result<void> cast(std::span<const Ray> rays, std::span<HeightmapHit> hits);
  CastTimes last_times() const;

 private:
  struct State;
  explicit CudaHeightmapCaster(Hidden<State> state);
  Hidden<State> state_;
};

// Mesh caster on one GPU, as above.
class CudaMeshCaster {
 public:
  // Copies the mesh. Errors: no_device, device_out_of_memory, and those of Bvh::build().
  static Result<CudaMeshCaster> build(TriangleMeshView fixed);
  // Casts and waits for the hits; times of that cast; device memory of the mesh.
  Result<void> cast(std::span<const Ray> rays, std::span<MeshHit> hits);
  CastTimes last_times() const;
  std::size_t device_bytes() const;

 private:
  struct State;
  explicit CudaMeshCaster(Hidden<State> state);
  Hidden<State> state_;
};

}  // namespace gs::raycast::cuda
