// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The sizes that the classes of actors usually have.
#pragma once

#include <optional>
#include <string_view>

#include "gs/world/actors/actors.h"

namespace gs::world {

// The usual bounds of the class as text, if `size` (length, width, height [m]) is outside of them; empty if it is usual
// or the class is unknown.
std::optional<std::string_view> unusual_size(ActorClass actor_class, Vec3d size);

}  // namespace gs::world
