// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The part of cuda_casters.h that is compiled by nvcc. All pointers are device pointers.
#pragma once

#include <cuda_runtime_api.h>

#include "gs/raycast/api/heightmap_caster.h"
#include "gs/raycast/api/sweep.h"
#include "gs/raycast/bvh.h"
#include "gs/raycast/heightmap_march.h"

namespace gs::raycast::cuda {

// A sweep as kernels read it. A ground without heights and a mesh without nodes are skipped.
struct SweepView {
  const Vec3f* directions = nullptr;  // [rings, columns]
  const Rigid3d* sensors = nullptr;   // one pose, or one per column if `moving`
  uint32_t count = 0, columns = 1;
  bool moving = false;
  float max_distance = 0;
};

// Enqueue casts of `count` rays.
void launch_heightmap_cast(const gs::raycast::detail::MarchView& map, const Ray* rays, HeightmapHit* hits,
                           uint32_t count, cudaStream_t stream);
void launch_mesh_cast(const BvhView& bvh, const Ray* rays, MeshHit* hits, uint32_t count, cudaStream_t stream);

// Enqueues a whole sweep against ground and mesh.
void launch_sweep_cast(const SweepView& sweep, const gs::raycast::detail::MarchView& ground, const BvhView& mesh,
                       SweepReturn* returns, cudaStream_t stream);

}  // namespace gs::raycast::cuda
