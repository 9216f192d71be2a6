// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sweeps on the GPU: rays are made, cast against ground and mesh, and merged there; only distances and angles travel.
#pragma once

#include <memory>
#include <optional>

#include "gs/raycast/heightmap_caster.h"
#include "gs/raycast/mesh_caster.h"
#include "gs/raycast/sweep.h"

namespace gs::cuda {

// no_device without a GPU, device_out_of_memory when it is full.
Result<std::unique_ptr<SweepCaster>> make_cuda_sweep_caster(const std::optional<HeightmapView>& heightmap,
                                                            TriangleMeshView mesh, Vec3d rays_origin);

}  // namespace gs::cuda
