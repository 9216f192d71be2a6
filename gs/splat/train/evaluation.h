// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How good the pictures of a cloud are, whatever engine renders them.
#pragma once

#include <functional>

#include "gs/splat/train/engine.h"
#include "gs/splat/train/plan.h"

namespace gs {

// A view of the plan's data as it is compared: corrected colours, alpha and, if asked for, depth. In memory of the host
// that stays until the next call.
using RenderForComparison = std::function<Result<ConstPlanes>(std::size_t view, bool depth)>;

// Of the views held out, or of all if none is.
Result<Evaluation> evaluate_views(const TrainingPlan& plan, ImageLoss& loss, const RenderForComparison& render);

}  // namespace gs
