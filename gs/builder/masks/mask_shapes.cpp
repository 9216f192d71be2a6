// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/masks/mask_shapes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gs/geometry/convex_hull.h"

namespace gs::builder {
namespace {

// Pixel range inside real bounds; clamped, so that the conversion to int is defined.
int first_inside(double at) { return static_cast<int>(std::ceil(std::clamp(at, -1e6, 1e6))); }
int last_inside(double at) { return static_cast<int>(std::floor(std::clamp(at, -1e6, 1e6))); }

}  // namespace

void fill_disc(assets::Image& mask, Vec2d middle, double radius) {
  const int y0 = std::max(0, first_inside(middle.y - radius));
  const int y1 = std::min(mask.height - 1, last_inside(middle.y + radius));
  for (int y = y0; y <= y1; ++y) {
    // Half width of the disc in this row.
    const double half = std::sqrt(std::max(0.0, radius * radius - (y - middle.y) * (y - middle.y)));
    const int x0 = std::max(0, first_inside(middle.x - half));
    const int x1 = std::min(mask.width - 1, last_inside(middle.x + half));
    if (x0 <= x1) std::fill(mask.row(y) + x0, mask.row(y) + x1 + 1, uint8_t{0});
  }
}

void fill_hull(assets::Image& mask, std::vector<Vec2d> points) {
  for (const PixelRow& row : pixels_of_hull(std::move(points), mask.width, mask.height)) {
    std::fill(mask.row(row.y) + row.first, mask.row(row.y) + row.last + 1, uint8_t{0});
  }
}

}  // namespace gs::builder
