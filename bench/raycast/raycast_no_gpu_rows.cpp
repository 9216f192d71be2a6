// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/raycast/raycast_gpu_rows.h"

namespace bench {

void add_raycast_gpu_rows(Table&) {}

}  // namespace bench
