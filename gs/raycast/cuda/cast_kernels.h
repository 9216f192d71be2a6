// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The part of cuda_casters.h that nvcc compiles. All pointers are the device's.
#pragma once

#include <cuda_runtime_api.h>

#include "gs/raycast/bvh.h"
#include "gs/raycast/heightmap_caster.h"
#include "gs/raycast/heightmap_march.h"
#include "gs/raycast/sweep.h"

namespace gs::cuda {

// A sweep as a kernel reads it: ground without heights and a mesh without nodes are not met.
struct SweepView {
  const Vec3f* directions = nullptr;  // [rings, columns]
  const Rigid3d* sensors = nullptr;   // one, or one a column where moving
  uint32_t count = 0, columns = 1;
  bool moving = false;
  float max_distance = 0;
};

void launch_heightmap_cast(const gs::detail::MarchView& map, const Ray* rays, HeightmapHit* hits, uint32_t count,
                           cudaStream_t stream);
void launch_mesh_cast(const BvhView& bvh, const Ray* rays, MeshHit* hits, uint32_t count, cudaStream_t stream);

void launch_sweep_cast(const SweepView& sweep, const gs::detail::MarchView& ground, const BvhView& mesh,
                       SweepReturn* returns, cudaStream_t stream);

}  // namespace gs::cuda
