// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The objects of a drive as the files of a bundle's actors layer and of 07_actors, and back for the packer.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "gs/builder/actors/actor_splats.h"
#include "gs/builder/workspace.h"
#include "gs/core/json/node.h"
#include "gs/mapping/objects/build_objects.h"
#include "gs/world/actors/actors.h"

namespace gs::builder {

// File of 07_actors with every track.
inline constexpr std::string_view kTracksFile = "tracks.json";

// "a0007" for track 7, and "car_a0007" for its asset.
std::string actor_id(const mapping::MovingObjectModel& object);
std::string asset_id(const mapping::MovingObjectModel& object);

// The trajectories, sampled every 0.1 s and at the ends of parked phases. Times count from `zero`.
world::ActorTrajectories trajectories_of(const mapping::ObjectBuild& built, Timestamp zero);
// The assets, each with the mesh actors/<asset>/mesh.glb and, unless its Gaussians are empty, splat.ply beside it; the
// packer fills in the world they come from. `splats` has one entry an object.
world::ActorAssets assets_of(const mapping::ObjectBuild& built, std::span<const ActorSplats> splats);
// tracks.json: actors with their quality, other tracks with the reason.
std::string write_tracks(const mapping::ObjectBuild& built, std::span<const ActorSplats> splats);

// The actors layer in 07_actors.
struct BuiltActors {
  world::ActorTrajectories trajectories;
  world::ActorAssets assets;
};
// Empty if the step found no actors or did not run. Errors: those of the readers.
Result<std::optional<BuiltActors>> read_built_actors(const Workspace& workspace);

}  // namespace gs::builder
