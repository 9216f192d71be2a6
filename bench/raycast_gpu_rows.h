// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rows of bench_raycast that need a GPU; without CUDA, or without a GPU, none are added.
#pragma once

#include "bench/table.h"

namespace bench {

void add_raycast_gpu_rows(Table& table);

}  // namespace bench
