// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/beams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace gs::lidar {
namespace {

constexpr int kCircle = 36000;  // [0.01 deg]

// A table, because a revolution has 200 000 points and only 36 000 directions.
const std::array<SinCos, kCircle>& circle_table() {
  static const auto table = [] {
    std::array<SinCos, kCircle> made{};
    for (std::size_t i = 0; i < made.size(); ++i) {
      const double angle_rad = static_cast<double>(i) * (2 * std::numbers::pi) / static_cast<double>(kCircle);
      made[i] = {std::sin(angle_rad), std::cos(angle_rad)};
    }
    return made;
  }();
  return table;
}

}  // namespace

std::vector<int> rings_by_elevation(std::span<const double> elevations) {
  std::vector<std::size_t> order(elevations.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return elevations[i]; });
  std::vector<int> rings(elevations.size());
  for (std::size_t ring = 0; ring < order.size(); ++ring) rings[order[ring]] = static_cast<int>(ring);
  return rings;
}

SinCos sin_cos_of_centidegrees(double azimuth) {
  // Callers add at most a few revolutions to a 16-bit azimuth, so the rounded value fits an int.
  const int rounded = static_cast<int>(std::lround(azimuth)) % kCircle;
  return circle_table()[static_cast<std::size_t>(rounded < 0 ? rounded + kCircle : rounded)];
}

}  // namespace gs::lidar
