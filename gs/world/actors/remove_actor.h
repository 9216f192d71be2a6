// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Takes actors and assets out of the lists of a bundle.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/world/actors/actors.h"

namespace gs::world {

// A place where an actor was parked: the background may still show it there.
struct ParkedPlace {
  std::string actor;
  Vec3d position{};         // [m] in map
  double from = 0, to = 0;  // [s after zero]
};

// What remove_actor() took out.
struct ActorRemoval {
  std::vector<std::string> actors{};   // ids
  std::optional<std::string> asset{};  // id
  std::vector<std::string> files{};    // of the asset below actors/, as far as no other asset uses them
  std::vector<ParkedPlace> parked{};
};

// Removes an actor, or an asset with all actors that use it, from the lists; `id` is that of find_actor_or_asset(). The
// asset of a removed actor stays. Errors: invalid_argument for an unknown id; then the lists are unchanged.
Result<ActorRemoval> remove_actor(ActorTrajectories& trajectories, ActorAssets& assets, std::string_view id);

}  // namespace gs::world
