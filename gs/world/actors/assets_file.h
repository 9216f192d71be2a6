// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// actors/assets.json: what the actors look like.
#pragma once

#include <string>
#include <string_view>

#include "gs/core/problems.h"
#include "gs/world/actors/actors.h"

namespace gs::world {

// Parse and write actors/assets.json. Parsing adds every problem it finds to `problems`. The same assets give the same
// bytes. Splats and meshes are files of their own.
ActorAssets parse_actor_assets(std::string_view json, std::string_view file, Problems& problems);
std::string write_actor_assets(const ActorAssets& assets);

}  // namespace gs::world
