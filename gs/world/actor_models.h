// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The meshes and Gaussians of a bundle's actors, loaded into memory.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/core/result.h"
#include "gs/splat/model/cloud.h"
#include "gs/world/bundle.h"

namespace gs::world {

// An asset with its surfaces, in the frame of the asset [m].
struct ActorModel {
  ActorAsset asset{};
  std::vector<Vec3f> vertices{};
  std::vector<uint32_t> triangles{};  // three vertex indices each
  std::vector<float> reflectance{};   // of a LiDAR beam, one per vertex; or empty: unknown
  splat::GaussianCloud cloud{};       // empty: the asset has none, or they were not asked for
};

// The box of the asset as a closed mesh, with the median reflectance if it is known. For assets without a mesh.
ActorModel box_model(ActorAsset asset);

// The Gaussians of a model one key shape after the other, or all of them for a rigid asset. Errors: invalid_argument
// for shapes outside of the cloud; out_of_memory.
Result<std::vector<splat::GaussianCloud>> key_shapes(const ActorModel& model);

// Loads one asset of the bundle. Errors: as for all.
Result<ActorModel> load_actor_model(const World& world, const ActorAsset& asset, bool with_gaussians);

// Loads all assets of the bundle, in their order; empty if it has none. An asset without mesh gets the one of
// box_model(). Errors: those of the GLB and PLY readers; limit_exceeded beyond the limits of the format.
Result<std::vector<ActorModel>> load_actor_models(const World& world, bool with_gaussians);

}  // namespace gs::world
