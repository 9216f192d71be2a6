// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/state.h"

#include <utility>

namespace gs::splat::train {

// Clouds own large buffers and are copied explicitly; all other members have value semantics.
Result<TrainingState> copy_of(const TrainingState& state) {
  TrainingState out;
  GS_TRY(out.cloud, copy_of(state.cloud.view()));
  GS_TRY(out.adam.first, copy_of(state.adam.first.view()));
  GS_TRY(out.adam.second, copy_of(state.adam.second.view()));
  out.adam.steps = state.adam.steps;
  out.iteration = state.iteration;
  out.corrections = state.corrections;
  out.lenses = state.lenses;
  out.density = state.density;
  out.actor_corrections = state.actor_corrections;
  for (const ActorState& actor : state.actors) {
    GS_TRY(ActorState copy, copy_of(actor));
    out.actors.push_back(std::move(copy));
  }
  return out;
}

}  // namespace gs::splat::train
