// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/actors/sun_light.h"

#include <cmath>

#include "gs/core/numbers/math.h"

namespace gs::world {

Vec2d shadow_offset(const SunLight& sun, double height_m) {
  const double azimuth = sun.azimuth_deg * kPi / 180, elevation = sun.elevation_deg * kPi / 180;
  const double length = -height_m * std::cos(elevation) / std::sin(elevation);
  return {length * std::cos(azimuth), length * std::sin(azimuth)};
}

ShadowOutline swept_outline(const std::array<Vec2d, 4>& floor, Vec2d way) {
  ShadowOutline out;
  const auto add = [&](Vec2d corner) { out.corner[out.corners++] = corner; };
  // Whether the edge from corner i to the next one is on the side to which the rectangle moves.
  const auto leads = [&](std::size_t i) { return cross(floor[(i + 1) % 4] - floor[i % 4], way) < 0; };
  for (std::size_t i = 0; i < 4; ++i) {
    const bool before = leads(i + 3), after = leads(i);
    add(before ? floor[i] + way : floor[i]);
    if (before != after) add(after ? floor[i] + way : floor[i]);
  }
  return out;
}

}  // namespace gs::world
