// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Filled shapes in an 8-bit mask: pixels inside become 0. Parts outside the mask are clipped. Coordinates in pixels,
// pixel centres at integers.
#pragma once

#include <vector>

#include "gs/assets/image/image.h"
#include "gs/geometry/vec.h"

namespace gs::builder {

// A disc, and the convex hull of points: pixels whose centre lies inside.
void fill_disc(assets::Image& mask, Vec2d middle, double radius);
void fill_hull(assets::Image& mask, std::vector<Vec2d> points);

}  // namespace gs::builder
