// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The actors and assets of a bundle as text and as JSON, for gs-world-builder actors.
#pragma once

#include <optional>
#include <string>

#include "gs/world/actors/actor_lookup.h"
#include "gs/world/actors/remove_actor.h"
#include "gs/world/bundle.h"

namespace gs {

// All actors as a table, then the assets that no actor uses.
std::string actor_table(const world::World& world);
std::string actor_table_json(const world::World& world);

// Everything about one actor or asset. time_s: also the pose of the actor at that time [s after zero].
std::string actor_details(const world::World& world, const world::ActorOrAsset& shown, std::optional<double> time_s);
std::string actor_details_json(const world::World& world, const world::ActorOrAsset& shown,
                               std::optional<double> time_s);

// What was removed, and where the background may still show it.
std::string removal_text(const world::ActorRemoval& removal);

}  // namespace gs
