// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The actors that an image shows, and the camera in the frame of each.
#pragma once

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
// correction of the view applied.
Result<std::vector<VisibleActor>> visible_actors(const TrainingPlan& plan, const CorrectionState& corrections,
                                                 const TrainingView& photo, std::size_t view);

}  // namespace gs::splat::train
