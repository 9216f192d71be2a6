// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The simulator's motion against closed forms, and how often sensors fire.
#pragma once

#include "bench/table.h"

namespace bench {

void add_physics_rows(Table& table);
void add_trigger_rows(Table& table);

}  // namespace bench
