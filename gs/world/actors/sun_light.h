// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The sun of a recorded drive, and the shadows of boxes on flat ground.
#pragma once

#include <array>
#include <cstddef>

#include "gs/geometry/vec.h"

namespace gs::world {

// Direction towards the sun, and the share of the light on the ground that is missing in a shadow.
struct SunLight {
  double azimuth_deg = 0;     // counter-clockwise from the x axis of map, 0 to 360
  double elevation_deg = 90;  // above the horizon, 5 to 90
  double strength = 0;        // 0 to 1
};

// From a point at this height above flat ground to its shadow [m].
Vec2d shadow_offset(const SunLight& sun, double height_m);

// A convex polygon, counter-clockwise: of four to six corners, up to eight with rounding errors.
struct ShadowOutline {
  std::array<Vec2d, 8> corner{};
  std::size_t corners = 0;
};
// The area that a rectangle covers while it moves by `way` [m]. `floor`: its corners, counter-clockwise. With the floor
// of a box and shadow_offset() of its height this is the shadow of the box, its floor included.
ShadowOutline swept_outline(const std::array<Vec2d, 4>& floor, Vec2d way);

}  // namespace gs::world
