// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What an engine knows and learns about single images while it trains a plan: exposure, lens, pose and clock, as far as
// the options ask for them.
#pragma once

#include "gs/splat/kernel/project.h"
#include "gs/splat/train/plan.h"

namespace gs {

bool refines_exposure(const TrainingPlan& plan);  // of images or lenses

// Of a view of the plan's data, at any level of detail (`photo`).
Exposure exposure_of(const TrainingPlan& plan, const CorrectionState& corrections, const LensState& lenses,
                     const TrainingView& photo, std::size_t view);
Result<ViewF> corrected_view(const TrainingPlan& plan, const CorrectionState& corrections, const TrainingView& photo,
                             std::size_t view);

// The gradients of the step that began after `iteration` steps.
struct ImageGradient {
  Exposure exposure{};
  PoseGrad<float> pose{};
};
void correct_image(const TrainingPlan& plan, CorrectionState& corrections, LensState& lenses, std::size_t view,
                   uint64_t iteration, const ImageGradient& by);

}  // namespace gs
