// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/actors/remove_actor.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

#include "gs/world/actors/actor_lookup.h"
#include "gs/world/actors/actor_pose.h"

namespace gs::world {
namespace {

// Notes the actor and the places where it was parked.
void note_actor(const ActorTrajectory& actor, ActorRemoval& removal) {
  removal.actors.push_back(actor.id);
  for (const ActorPhase& phase : actor.phases) {
    if (phase.kind != PhaseKind::parked) continue;
    const auto pose = pose_at(actor, phase.from);
    if (pose) removal.parked.push_back({actor.id, pose->position, phase.from, phase.to});
  }
}

// Removes the actors for which `is_meant` is true.
template <class IsMeant>
void remove_actors(ActorTrajectories& trajectories, ActorRemoval& removal, const IsMeant& is_meant) {
  for (const ActorTrajectory& actor : trajectories.actors) {
    if (is_meant(actor)) note_actor(actor, removal);
  }
  std::erase_if(trajectories.actors, is_meant);
}

// Removes an asset and notes the files that only it uses. Files outside of actors/ may belong to somebody else.
void remove_asset(ActorAssets& assets, std::string_view id, ActorRemoval& removal) {
  std::set<std::string> own, shared;
  for (const ActorAsset& asset : assets.assets) {
    std::set<std::string>& files = asset.id == id ? own : shared;
    for (const auto& file : {asset.splat, asset.mesh}) {
      const std::string path = std::filesystem::path(file.value_or("")).lexically_normal().generic_string();
      if (path.starts_with("actors/")) files.insert(path);
    }
  }
  std::set_difference(own.begin(), own.end(), shared.begin(), shared.end(), std::back_inserter(removal.files));
  std::erase_if(assets.assets, [&](const ActorAsset& asset) { return asset.id == id; });
  removal.asset = std::string(id);
}

}  // namespace

Result<ActorRemoval> remove_actor(ActorTrajectories& trajectories, ActorAssets& assets, std::string_view id) {
  GS_TRY(const ActorOrAsset found, find_actor_or_asset(trajectories, assets, id));
  ActorRemoval removal;
  if (found.actor != nullptr) {
    remove_actors(trajectories, removal, [&](const ActorTrajectory& actor) { return actor.id == id; });
    return removal;
  }
  const std::string asset = found.asset->id;
  remove_actors(trajectories, removal, [&](const ActorTrajectory& actor) { return actor.asset == asset; });
  remove_asset(assets, asset, removal);
  return removal;
}

}  // namespace gs::world
