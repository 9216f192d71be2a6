// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Azimuths of points around a sensor that turns about its z axis.
#pragma once

#include <cmath>
#include <numbers>

namespace gs {

// Way round of a turn, seen from above.
enum class TurnSense { counter_clockwise, clockwise };

// Turn [1] from the azimuth zero_rad to the point x, y [m], positive in the given sense: -0.5 to 0.5.
inline double turn_from(double zero_rad, double x, double y, TurnSense sense) {
  const double angle = std::remainder(std::atan2(y, x) - zero_rad, 2 * std::numbers::pi);
  return (sense == TurnSense::clockwise ? -angle : angle) / (2 * std::numbers::pi);
}

}  // namespace gs
