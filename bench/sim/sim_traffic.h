// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The cost of actors: a step of the traffic, and a sweep that meets them.
#pragma once

#include "bench/table.h"

namespace bench {

// Adds the rows of 30 cars on a street, 10 to 60 m from the vehicle.
void add_traffic_rows(Table& table);

}  // namespace bench
