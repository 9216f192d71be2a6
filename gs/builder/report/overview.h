// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Images of a world from above, north up, with a legend below.
#pragma once

#include "gs/assets/image/image.h"
#include "gs/world/bundle.h"

namespace gs::builder {

// Options of both images.
struct OverviewOptions {
  int max_side = 1600;  // [px]; also the size small worlds are enlarged towards
};

// Draws the ground coloured by height and shaded by slope, the drivable area tinted and outlined, and the path.
assets::Image draw_overview(const world::World& world, const OverviewOptions& options = {});

// Draws the path alone, coloured by speed (blue: slow, red: fast), with a green dot at its start, over a grid of 10 m.
assets::Image draw_trajectory(const world::World& world, const OverviewOptions& options = {});

}  // namespace gs::builder
