// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// GPU rows of bench_raycast; none are added without CUDA or without a GPU.
#pragma once

#include "bench/table.h"

namespace bench {

// Adds the rows for heightmap and mesh.
void add_raycast_gpu_rows(Table& table);

}  // namespace bench
