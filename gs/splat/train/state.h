// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Everything that training changes. All else is a function of options, data and iteration, so a run can continue from
// this state alone.
#pragma once

#include <vector>

#include "gs/splat/train/actors/actor_corrections.h"
#include "gs/splat/train/actors/actor_state.h"
#include "gs/splat/train/density/density_statistics.h"
#include "gs/splat/train/image_corrections/image_corrections.h"
#include "gs/splat/train/optimise/adam.h"

namespace gs::splat::train {

// The state after `iteration` steps.
struct TrainingState {
  GaussianCloud cloud;
  AdamState adam;
  uint64_t iteration = 0;                             // steps done
  CorrectionState corrections{};                      // empty unless exposure or pose is refined
  LensState lenses{};                                 // empty unless vignetting is refined
  std::vector<ActorState> actors{};                   // in the order of TrainingData::actors
  std::vector<ActorCorrections> actor_corrections{};  // the same
  DensityStatistics density{};                        // empty if the strategy is none, and after each refinement
};

// Deep copy. Errors: out of memory.
Result<TrainingState> copy_of(const TrainingState& state);

}  // namespace gs::splat::train
