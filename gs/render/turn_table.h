// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Images of an asset from all sides.
#pragma once

#include <vector>

#include "gs/splat/api/rasterizer.h"
#include "gs/world/actor_models.h"

namespace gs::render {

inline constexpr int kTurnTableViews = 36;

// View k of a square image of `side_px`: the camera looks at the middle of a box of this size [m] with its floor at the
// origin, from 15 degrees above. View 0 sees the front (+x); every further one is 10 degrees to the left of the box.
splat::RenderView turn_table_view(Vec3d size, int view, int side_px);

// Renders all views of a model: colour, and other planes that `settings` wants. An asset with key shapes shows the next
// one in every view. Replaces the scene and the sky of the rasterizer. Errors: not_found for a model without Gaussians;
// those of key_shapes() and of the rasterizer.
Result<std::vector<splat::SplatImage>> render_turn_table(splat::Rasterizer& rasterizer, const world::ActorModel& model,
                                                         const splat::RenderSettings& settings, int side_px);

}  // namespace gs::render
