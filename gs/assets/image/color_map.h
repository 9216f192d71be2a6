// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Colour maps: numbers to colours, linear between given colours and constant beyond the first and the last.
#pragma once

#include <span>

#include "gs/assets/image/canvas.h"

namespace gs::assets {

// The colour of one value; the unit of the value is that of the map's user.
struct ColorStop {
  double at = 0;
  Color color;
};

// Colour of a value between stops with strictly increasing values (at least one). NaN has the first colour.
Color color_at(std::span<const ColorStop> stops, double value);

// Colour of t for colours (at least one) at equal distances, the first at t = 0 and the last at t = 1. NaN has the
// first colour.
Color color_at(std::span<const Color> colors, double t);

}  // namespace gs::assets
