// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/image_corrections/refine_images.h"

namespace gs::splat::train {

bool refines_exposure(const TrainingPlan& plan) { return plan.refine.exposure || plan.refine.vignetting; }

Exposure exposure_of(const TrainingPlan& plan, const CorrectionState& corrections, const LensState& lenses,
                     const TrainingView& photo, std::size_t view) {
  Exposure out{.frame = lens_frame(photo.camera)};
  if (plan.refine.exposure) out.correction = correction_of(corrections, plan.data.views, view);
  if (plan.refine.vignetting) out.lens = lenses.values[plan.cameras[view]];
  return out;
}

Rigid3d corrected_camera(const TrainingPlan& plan, const CorrectionState& corrections, const TrainingView& photo,
                         std::size_t view) {
  if (!plan.refine.pose) return photo.map_from_camera;
  return corrected_pose(correction_of(corrections, plan.data.views, view), photo.map_from_camera);
}

Result<ViewF> corrected_view(const TrainingPlan& plan, const CorrectionState& corrections, const TrainingView& photo,
                             std::size_t view) {
  return make_view({.camera = photo.camera, .map_from_camera = corrected_camera(plan, corrections, photo, view)},
                   plan.render);
}

void correct_image(const TrainingPlan& plan, CorrectionState& corrections, LensState& lenses, std::size_t view,
                   uint64_t iteration, const ImageGradient& by) {
  if (!lenses.values.empty()) {
    correct_lens(lenses, plan.cameras[view], by.exposure.lens, lens_rate_of_step(plan, iteration));
  }
  if (corrections.values.empty()) return;
  ViewCorrection gradient = plan.refine.exposure ? by.exposure.correction : ViewCorrection{};
  if (refines_poses(plan, iteration)) {
    gradient.translation = {by.pose.translation.x, by.pose.translation.y, by.pose.translation.z};
    gradient.rotation = {by.pose.rotation.x, by.pose.rotation.y, by.pose.rotation.z};
  }
  correct_view(corrections, view, gradient, correction_rates_of_step(plan, iteration));
}

}  // namespace gs::splat::train
