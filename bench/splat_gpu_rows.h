// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The rows of bench_splat that need a GPU; none are added where there is none.
#pragma once

#include <string>

#include "bench/table.h"

namespace bench {

// The scene of the files, or streets of 0.2, 1, 2 and 5 million Gaussians if `ply` is empty.
void add_gpu_rows(Table& table, const std::string& ply, const std::string& cameras);

}  // namespace bench
