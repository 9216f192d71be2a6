// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Fills a rasterizer with the scene of a world bundle, and renders single images.
#pragma once

#include <optional>

#include "gs/core/result.h"
#include "gs/splat/api/rasterizer.h"
#include "gs/world/bundle.h"

namespace gs::render {

// Reads the sky image of a bundle as the rasterizer takes it; empty if world.yaml lists none. Errors: those of
// load_sky_image().
Result<std::optional<splat::SkyImage>> load_sky(const world::World& world);

// Reads the Gaussians and the sky of a bundle and uploads both. A bundle without a sky removes the rasterizer's sky.
// Errors: those of load_gaussians(), load_sky() and the rasterizer.
Result<void> upload_scene(splat::Rasterizer& rasterizer, const world::World& world);

// Renders one view. Errors: those of Rasterizer::render(); internal if it returns any number of images but one.
Result<splat::SplatImage> render_image(splat::Rasterizer& rasterizer, const splat::RenderView& view,
                                       const splat::RenderSettings& settings);

}  // namespace gs::render
