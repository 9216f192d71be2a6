// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/actors/actor_lookup.h"

namespace gs::world {

Result<ActorOrAsset> find_actor_or_asset(const ActorTrajectories& trajectories, const ActorAssets& assets,
                                         std::string_view id) {
  const bool asset_is_meant = id.starts_with(kAssetPrefix);
  if (asset_is_meant) id.remove_prefix(kAssetPrefix.size());
  const ActorTrajectory* actor = asset_is_meant ? nullptr : find_actor(trajectories, id);
  if (actor != nullptr) return ActorOrAsset{.actor = actor};
  const ActorAsset* asset = find_asset(assets, id);
  if (asset != nullptr) return ActorOrAsset{.asset = asset};
  return fail(ErrorCode::invalid_argument, "{} has the id '{}'", asset_is_meant ? "no asset" : "no actor or asset", id)
      .with_hint("'gs-world-builder actors list' prints all ids");
}

}  // namespace gs::world
