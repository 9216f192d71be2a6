// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/image/color_map.h"

#include <algorithm>

#include "gs/core/expect.h"

namespace gs::assets {
namespace {

// a for share 0, b for share 1.
Color mix(Color a, Color b, double share) {
  const auto f = static_cast<float>(share);
  return a * (1 - f) + b * f;
}

}  // namespace

Color color_at(std::span<const ColorStop> stops, double value) {
  GS_EXPECT(!stops.empty());
  if (!(value > stops.front().at)) return stops.front().color;
  for (std::size_t i = 1; i < stops.size(); ++i) {
    const ColorStop &a = stops[i - 1], &b = stops[i];
    if (value <= b.at) return mix(a.color, b.color, (value - a.at) / (b.at - a.at));
  }
  return stops.back().color;
}

Color color_at(std::span<const Color> colors, double t) {
  GS_EXPECT(!colors.empty());
  if (colors.size() == 1) return colors.front();
  // The order of the arguments of max() turns NaN into 0.
  const double at = std::min(1.0, std::max(0.0, t)) * static_cast<double>(colors.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(at), colors.size() - 2);
  return mix(colors[low], colors[low + 1], at - static_cast<double>(low));
}

}  // namespace gs::assets
