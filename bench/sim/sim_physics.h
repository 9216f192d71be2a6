// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compares the motion of the simulator with closed forms, and counts sensor triggers.
#pragma once

#include "bench/table.h"

namespace bench {

// Add the rows of motion and of triggers.
void add_physics_rows(Table& table);
void add_trigger_rows(Table& table);

}  // namespace bench
