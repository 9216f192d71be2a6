// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Training steps on a GPU, as rows of bench_train.
#pragma once

#include <string>

#include "bench/table.h"

namespace bench {

// A step on the street of a PLY with its cameras (shared with other trainers), or on our own streets without one.
void add_gpu_training_rows(Table& table, const std::string& ply);

}  // namespace bench
