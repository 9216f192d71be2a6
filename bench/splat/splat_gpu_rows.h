// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// GPU rows of bench_splat; none are added without a GPU.
#pragma once

#include <string>

#include "bench/table.h"

namespace bench {

// Adds the rows for the scene of the files, or for streets of 0.2, 1, 2 and 5 million Gaussians if `ply` is empty.
void add_gpu_rows(Table& table, const std::string& ply, const std::string& cameras);

}  // namespace bench
