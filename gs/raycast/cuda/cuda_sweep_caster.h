// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sweeps on the GPU: rays are computed, cast against ground and mesh, and merged on the device; only distances and
// angles are copied back.
#pragma once

#include <memory>
#include <optional>

#include "gs/raycast/api/heightmap_caster.h"
#include "gs/raycast/api/mesh_caster.h"
#include "gs/raycast/api/sweep.h"

namespace gs::raycast::cuda {

// Errors: no_device, device_out_of_memory, and those of the casters.
Result<std::unique_ptr<SweepCaster>> make_cuda_sweep_caster(const std::optional<HeightmapView>& heightmap,
                                                            TriangleMeshView mesh, Vec3d rays_origin);

}  // namespace gs::raycast::cuda
