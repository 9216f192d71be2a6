// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Image quality of a cloud, independent of the engine that renders it.
#pragma once

#include <functional>

#include "gs/splat/train/training_engine.h"
#include "gs/splat/train/training_plan.h"

namespace gs::splat::train {

// Renders view `view` of the plan's data for comparison: corrected colours, alpha and, if `depth`, depth. The planes
// are in host memory and stay valid until the next call.
using RenderForComparison = std::function<Result<ConstPlanes>(std::size_t view, bool depth)>;

// Compares the held-out views, or all views if none is held out, with their images. Entirely masked views are skipped.
// Errors: those of `render`.
Result<Evaluation> evaluate_views(const TrainingPlan& plan, ImageLoss& loss, const RenderForComparison& render);

}  // namespace gs::splat::train
