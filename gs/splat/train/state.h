// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What training changes. Everything else it uses is a function of options, data and iteration: a run continues from
// this alone.
#pragma once

#include "gs/splat/train/adam.h"
#include "gs/splat/train/corrections.h"
#include "gs/splat/train/density_statistics.h"

namespace gs {

struct TrainingState {
  GaussianCloud cloud;
  AdamState adam;
  uint64_t iteration = 0;         // steps done
  CorrectionState corrections{};  // empty unless something about images is refined
  LensState lenses{};             // empty unless vignetting is
  DensityStatistics density{};    // empty unless the strategy counts
};

Result<TrainingState> copy_of(const TrainingState& state);

}  // namespace gs
