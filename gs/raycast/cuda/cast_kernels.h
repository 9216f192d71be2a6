// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The part of cuda_casters.h that nvcc compiles. All pointers are the device's.
#pragma once

#include <cuda_runtime_api.h>

#include "gs/raycast/bvh.h"
#include "gs/raycast/heightmap_caster.h"
#include "gs/raycast/heightmap_march.h"

namespace gs::cuda {

void launch_heightmap_cast(const gs::detail::MarchView& map, const Ray* rays, HeightmapHit* hits, uint32_t count,
                           cudaStream_t stream);
void launch_mesh_cast(const BvhView& bvh, const Ray* rays, MeshHit* hits, uint32_t count, cudaStream_t stream);

}  // namespace gs::cuda
