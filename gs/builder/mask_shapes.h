// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shapes set to 0 in a mask. Parts outside of it do no harm.
#pragma once

#include <vector>

#include "gs/assets/image/image.h"
#include "gs/geometry/vec.h"

namespace gs {

void fill_disc(Image& mask, Vec2d middle, double radius);
// Everything between the points: pixels whose centre lies inside their convex hull.
void fill_hull(Image& mask, std::vector<Vec2d> points);

}  // namespace gs
