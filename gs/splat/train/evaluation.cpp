// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/evaluation.h"

#include "gs/splat/train/actors/actor_quality.h"
#include "gs/splat/train/cross_validation/validation_views.h"
#include "gs/splat/train/loss/geometry_loss.h"
#include "gs/splat/train/view_quality.h"

namespace gs::splat::train {

// Views are added in their order, so that the sums do not depend on threads. Depth is rendered only if the view has
// LiDAR samples.
Result<Evaluation> evaluate_views(const TrainingPlan& plan, ImageLoss& loss, const RenderForComparison& render) {
  const bool held_out = has_held_out(plan);
  const std::vector<bool> selects = selection_views(plan.data.views);
  QualitySummary summary;
  ActorErrors actors(plan.data.actors);
  for (std::size_t i = 0; i < plan.data.views.size(); ++i) {
    const TrainingView& view = plan.data.views[i];
    if (view.held_out != held_out) continue;
    const bool depth = !view.depth.empty();
    GS_TRY(const ConstPlanes image, render(i, depth));
    const ImageMetrics metrics = loss.compare(image, view.target());
    if (metrics.pixels == 0) continue;  // entirely masked
    summary.add(view, metrics, selects[i]);
    if (!view.actors.empty()) actors.add(view, image);
    if (depth) summary.add_depth_errors(depth_errors(image, view.depth));
  }
  Evaluation out = summary.finish(held_out);
  out.actors = actors.finish();
  return out;
}

}  // namespace gs::splat::train
