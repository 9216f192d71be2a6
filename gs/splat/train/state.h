// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What training changes. Everything else it uses is a function of options, data and iteration: a run continues from
// this alone.
#pragma once

#include "gs/splat/train/adam.h"

namespace gs {

struct TrainingState {
  GaussianCloud cloud;
  AdamState adam;
  uint64_t iteration = 0;  // steps done
};

Result<TrainingState> copy_of(const TrainingState& state);

}  // namespace gs
