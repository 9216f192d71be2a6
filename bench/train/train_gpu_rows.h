// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// GPU rows of bench_train: time of training steps.
#pragma once

#include <string>

#include "bench/table.h"

namespace bench {

// Adds a step on the scene of a PLY with its cameras (which other trainers can read too), or on generated streets
// without one.
void add_gpu_training_rows(Table& table, const std::string& ply);

}  // namespace bench
