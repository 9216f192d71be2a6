// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// actors/trajectories.json: where each actor is at which time.
#pragma once

#include <string>
#include <string_view>

#include "gs/core/problems.h"
#include "gs/world/actors/actors.h"

namespace gs::world {

// Parse and write actors/trajectories.json. Parsing adds every problem it finds to `problems`; it needs 8 bytes a
// sample and column beside the text. The same trajectories give the same bytes.
ActorTrajectories parse_actor_trajectories(std::string_view json, std::string_view file, Problems& problems);
std::string write_actor_trajectories(const ActorTrajectories& trajectories);

}  // namespace gs::world
