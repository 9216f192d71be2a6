// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/actor_edit.h"

#include "gs/world/actors/assets_file.h"
#include "gs/world/actors/trajectories_file.h"
#include "gs/world/bundle_edit.h"

namespace gs::world {

Result<ActorRemoval> remove_actor_of_bundle(const World& world, std::string_view id, const std::string& command) {
  if (!world.actor_assets) {
    return fail(ErrorCode::invalid_argument, "the bundle has no actors: {}", world.folder.string());
  }
  ActorAssets assets = *world.actor_assets;
  ActorTrajectories trajectories = world.actor_trajectories.value_or(ActorTrajectories{});
  GS_TRY(ActorRemoval removal, remove_actor(trajectories, assets, id));
  BundleChange change{.write = {{*world.index.actor_assets, write_actor_assets(assets)}}, .remove = removal.files};
  if (world.actor_trajectories) {
    change.write.push_back({*world.index.actor_trajectories, write_actor_trajectories(trajectories)});
  }
  for (const ActorAsset& asset : assets.assets) {
    if (asset.splat) change.keep.push_back(*asset.splat);
    if (asset.mesh) change.keep.push_back(*asset.mesh);
  }
  GS_CHECK(edit_bundle(world.folder, change, command));
  return removal;
}

}  // namespace gs::world
