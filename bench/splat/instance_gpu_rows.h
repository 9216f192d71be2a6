// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// GPU rows of bench_splat for instances of assets.
#pragma once

#include "bench/table.h"

namespace bench {

// Adds the frame time of a street with 30 vehicles, 12 or all of them in view, beside the street alone.
void add_instance_gpu_rows(Table& table);

}  // namespace bench
