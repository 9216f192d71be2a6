// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/masks/mask_shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
  const std::vector<Vec2d> hull = convex_hull(std::move(points));
  if (hull.size() < 3) return;
  double low = hull[0].y, high = hull[0].y;
  for (const Vec2d& p : hull) low = std::min(low, p.y), high = std::max(high, p.y);
  // Scan conversion: each row is filled between the leftmost and rightmost crossing.
  for (int y = std::max(0, first_inside(low)); y <= std::min(mask.height - 1, last_inside(high)); ++y) {
    double left = std::numeric_limits<double>::infinity(), right = -left;
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const Vec2d a = hull[i], b = hull[(i + 1) % hull.size()];
      if (std::min(a.y, b.y) > y || std::max(a.y, b.y) < y) continue;
      const double x = a.y == b.y ? a.x : a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
      left = std::min({left, x, a.y == b.y ? b.x : x}), right = std::max({right, x, a.y == b.y ? b.x : x});
    }
    const int x0 = std::max(0, first_inside(left)), x1 = std::min(mask.width - 1, last_inside(right));
    if (x0 <= x1) std::fill(mask.row(y) + x0, mask.row(y) + x1 + 1, uint8_t{0});
  }
}

}  // namespace gs::builder
