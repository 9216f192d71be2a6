// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rectangles on the ground: the floors of boxes.
#pragma once

#include "gs/geometry/vec.h"

namespace gs::world {

// A rectangle in the x-y plane of map.
struct Footprint {
  Vec2d centre{};                // [m]
  double yaw = 0;                // direction of the length [rad]
  double length = 0, width = 0;  // [m]
};

// Area that two rectangles share [m^2].
double overlap_area(const Footprint& a, const Footprint& b);

}  // namespace gs::world
