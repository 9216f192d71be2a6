// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The actors that an image shows, and the camera in the frame of each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/splat/kernel/view.h"
#include "gs/splat/train/training_plan.h"

namespace gs::splat::train {

// An actor with the camera in its frame.
struct VisibleActor {
  std::size_t actor = 0;
  ViewF view{};
};

// The actors that `photo` (view `view` at any resolution) may show, in the order of its sightings, with the pose
// correction of the view and the gain and offset of each actor applied.
Result<std::vector<VisibleActor>> visible_actors(const TrainingPlan& plan, const CorrectionState& corrections,
                                                 std::span<const ActorCorrections> actors, const TrainingView& photo,
                                                 std::size_t view);

// Gradients of a step with respect to the view of an actor.
struct ActorViewGradient {
  Vec3d log_gain{};
  PoseGrad<float> pose{};
};
// Updates the corrections of a visible actor; `iteration` is the number of steps before this one.
void correct_visible_actor(const TrainingPlan& plan, std::span<ActorCorrections> actors, const VisibleActor& visible,
                           std::size_t view, uint64_t iteration, const ActorViewGradient& by);

}  // namespace gs::splat::train
