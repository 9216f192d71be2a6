// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gs/core/result.h"
#include "gs/splat/train/state.h"

namespace gs::splat::train {

// Sorts the Gaussians, their moments and their density statistics along a Morton curve (morton_order.h). The images do
// not change; rendering and gradients read neighbouring memory. Errors: out of memory.
Result<void> sort_by_place(TrainingState& state);

}  // namespace gs::splat::train
