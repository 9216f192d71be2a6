// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rendered images in the form in which the commands render and render-path write them.
#pragma once

#include "gs/assets/image/image.h"
#include "gs/splat/planes/splat_image.h"

namespace gs {

// The colours as an 8-bit RGB image.
assets::Image color_image(const splat::SplatImage& rendered);
// Depth as 16-bit grey: steps of 1/256 m, 0 without a surface; larger depths are clamped to the largest value.
assets::Image depth_image(const splat::SplatImage& rendered);

}  // namespace gs
