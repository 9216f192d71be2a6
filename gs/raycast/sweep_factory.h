// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Creates sweep casters. Only this file knows which implementations exist.
#pragma once

#include <memory>
#include <optional>

#include "gs/core/backend.h"
#include "gs/raycast/api/heightmap_caster.h"
#include "gs/raycast/api/mesh_caster.h"
#include "gs/raycast/api/sweep.h"

namespace gs::raycast {

// The surfaces that rays hit; copied unless stated otherwise.
struct SweepScene {
  std::optional<HeightmapView> heightmap{};
  TriangleMeshView mesh{};  // vertices minus rays_origin; empty: no mesh
  // Caster of that mesh, if the caller has one: the CPU borrows it instead of building its own.
  const MeshCaster* mesh_caster = nullptr;
  Vec3d rays_origin{};
};

// Backend::automatic uses a usable GPU if there is one, else the CPU. Errors: no_device for Backend::cuda without a
// usable GPU, and those of HeightmapCaster::build() and MeshCaster::build().
Result<std::unique_ptr<SweepCaster>> make_sweep_caster(Backend backend, const SweepScene& scene);

}  // namespace gs::raycast
