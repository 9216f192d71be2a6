// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The Gaussians of actors during training: each asset is a cloud of its own, in its own frame, with its own moments.
// Its number of Gaussians does not change.
#pragma once

#include <vector>

#include "gs/splat/train/optimise/adam.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// What training changes of one actor.
struct ActorState {
  GaussianCloud cloud;
  AdamState adam;
};

// Deep copy. Errors: out of memory.
Result<ActorState> copy_of(const ActorState& state);

// The actors before the first step: painted, with zero moments. An actor that trained views show from many sides gets
// view-dependent colours (degree 2 over more than 90 deg of bearing, 1 over more than 30 deg), at most of `sh_degree`:
// seen from one side, higher degrees would only fit that side. Those that it was painted with stay, up to degree 2.
Result<std::vector<ActorState>> initial_actors(const TrainingData& data, int sh_degree);

// One step of Adam for an actor, after which its Gaussians keep to the limits of its box (actor_limits.h).
void step_actor(ActorState& state, const CloudView& gradient, const TrainedActor& actor, const AdamRates& rates,
                int active_sh_degree);

// Copy for export: finished_cloud() without Gaussians of an opacity below 0.02.
Result<GaussianCloud> finished_actor(const CloudView& cloud);

}  // namespace gs::splat::train
