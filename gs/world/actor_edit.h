// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Edits the actors of a finished bundle.
#pragma once

#include <string>
#include <string_view>

#include "gs/core/result.h"
#include "gs/world/actors/remove_actor.h"
#include "gs/world/bundle.h"

namespace gs::world {

// Removes an actor or an asset (remove_actor()) from the bundle of `world`, whole or not at all. The whole actors layer
// is recorded as an edit of `command`, so that a rebuild carries all of it over: its files only fit together. Errors:
// invalid_argument for an unknown id or a bundle without actors; those of edit_bundle().
Result<ActorRemoval> remove_actor_of_bundle(const World& world, std::string_view id, const std::string& command);

}  // namespace gs::world
