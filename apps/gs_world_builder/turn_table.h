// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// gs-world-builder actors turn-table.
#pragma once

#include <string>

#include "gs/core/file.h"
#include "gs/world/bundle.h"

namespace gs {

// Writes a video of the asset with this id, or of the asset of the actor, from all sides. An existing
// file is replaced only with `force`. Returns the exit code.
int write_turn_table(const world::World& world, const std::string& id, const fs::path& output, bool force);

}  // namespace gs
