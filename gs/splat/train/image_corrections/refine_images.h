// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Applies and updates the learned corrections of images and cameras (exposure, vignetting, pose) during training, as
// far as the options enable them.
#pragma once

#include "gs/splat/kernel/project.h"
#include "gs/splat/train/training_plan.h"

namespace gs::splat::train {

// True if exposure or vignetting is refined.
bool refines_exposure(const TrainingPlan& plan);

// Exposure and vignetting of view `view`. `photo` is the view at any resolution.
Exposure exposure_of(const TrainingPlan& plan, const CorrectionState& corrections, const LensState& lenses,
                     const TrainingView& photo, std::size_t view);
// Pose of the camera of `photo` (view `view` at any resolution) with its correction applied.
Rigid3d corrected_camera(const TrainingPlan& plan, const CorrectionState& corrections, const TrainingView& photo,
                         std::size_t view);
// Kernel view of `photo` (view `view` at any resolution) with its pose correction applied.
Result<ViewF> corrected_view(const TrainingPlan& plan, const CorrectionState& corrections, const TrainingView& photo,
                             std::size_t view);

// Gradients of one step with respect to the corrections of its view.
struct ImageGradient {
  Exposure exposure{};
  PoseGrad<float> pose{};
};
// Updates the corrections of view `view` and its camera; `iteration` is the number of steps before this one.
void correct_image(const TrainingPlan& plan, CorrectionState& corrections, LensState& lenses, std::size_t view,
                   uint64_t iteration, const ImageGradient& by);

}  // namespace gs::splat::train
