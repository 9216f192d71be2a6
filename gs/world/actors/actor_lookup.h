// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Finds what a user means by an id: an actor or an asset.
#pragma once

#include <string_view>

#include "gs/core/result.h"
#include "gs/world/actors/actors.h"

namespace gs::world {

// The text in front of the id of an asset where an actor could be meant.
inline constexpr std::string_view kAssetPrefix = "asset:";

// One of both is set.
struct ActorOrAsset {
  const ActorTrajectory* actor = nullptr;
  const ActorAsset* asset = nullptr;
};

// Finds the actor with this id, else the asset; "asset:ID" is always an asset. Errors: invalid_argument for an unknown
// id.
Result<ActorOrAsset> find_actor_or_asset(const ActorTrajectories& trajectories, const ActorAssets& assets,
                                         std::string_view id);

}  // namespace gs::world
