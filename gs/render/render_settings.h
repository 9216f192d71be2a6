// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Render settings of a world bundle.
#pragma once

#include "gs/splat/api/rasterizer.h"
#include "gs/world/files/render_config.h"

namespace gs::render {

// Converts gaussians/render_config.json to settings of the rasterizer: near and far plane [m], low-pass filter [px^2],
// opacity compensation, background and colour correction. Optional values that the file omits get the rasterizer's
// defaults. Only the colour output is switched on; callers that need alpha or depth switch it on in the result.
splat::RenderSettings settings_of(const world::RenderConfig& config);

}  // namespace gs::render
