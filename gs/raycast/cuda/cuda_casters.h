// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The casters of this library on the GPU: a heightmap through the same march and pyramid as on the CPU, and one fixed
// mesh through a hierarchy of our own. Hits are those of the CPU's casters.
//
//   GS_TRY(auto ground, cuda::CudaHeightmapCaster::build(map));
//   GS_TRY(auto walls, cuda::CudaMeshCaster::build({vertices, triangles}));
//   GS_CHECK(ground.cast(rays, hits));
#pragma once

#include <memory>
#include <span>

#include "gs/core/result.h"
#include "gs/raycast/heightmap_caster.h"
#include "gs/raycast/mesh_caster.h"

namespace gs::cuda {

// Where the time of the last cast went.
struct CastTimes {
  double kernel_ms = 0;
  double total_ms = 0;  // with both copies between host and GPU
};

// no_device without a GPU, device_out_of_memory when it is full. A caster belongs to one thread; it keeps its buffers
// between casts.
class CudaHeightmapCaster {
 public:
  static Result<CudaHeightmapCaster> build(const HeightmapView& map, Vec3d rays_origin = {});
  CudaHeightmapCaster(CudaHeightmapCaster&&) noexcept;
  ~CudaHeightmapCaster();
  // hits.size() == rays.size(). Returns when the hits are there.
  Result<void> cast(std::span<const Ray> rays, std::span<HeightmapHit> hits);
  CastTimes last_times() const;

 private:
  struct State;
  explicit CudaHeightmapCaster(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

class CudaMeshCaster {
 public:
  // Refuses what Bvh::build refuses. Copies the mesh.
  static Result<CudaMeshCaster> build(TriangleMeshView fixed);
  CudaMeshCaster(CudaMeshCaster&&) noexcept;
  ~CudaMeshCaster();
  Result<void> cast(std::span<const Ray> rays, std::span<MeshHit> hits);
  CastTimes last_times() const;
  std::size_t device_bytes() const;

 private:
  struct State;
  explicit CudaMeshCaster(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace gs::cuda
