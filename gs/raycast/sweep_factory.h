// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The one place that knows which sweep casters exist.
#pragma once

#include <memory>
#include <optional>

#include "gs/core/backend.h"
#include "gs/raycast/heightmap_caster.h"
#include "gs/raycast/mesh_caster.h"
#include "gs/raycast/sweep.h"

namespace gs {

// What the rays meet; copied unless it says otherwise.
struct SweepScene {
  std::optional<HeightmapView> heightmap{};
  TriangleMeshView mesh{};                  // minus rays_origin; empty: none
  const MeshCaster* mesh_caster = nullptr;  // of that mesh, where there is one: the CPU borrows it instead of its own
  Vec3d rays_origin{};
};

// automatic takes a usable GPU if there is one, else the CPU. cuda without one: ErrorCode::no_device. Refuses what
// HeightmapCaster and MeshCaster refuse.
Result<std::unique_ptr<SweepCaster>> make_sweep_caster(Backend backend, const SweepScene& scene);

}  // namespace gs
