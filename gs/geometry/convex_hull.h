// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Convex hull of points in the plane.
#pragma once

#include <vector>

#include "gs/geometry/vec.h"

namespace gs {

// Corners of the convex hull, counter-clockwise (x right, y up), from the leftmost point (the lowest of several), not
// closed. Points on an edge are no corners. Fewer than three points, or points on one line, give fewer than three
// corners. Andrew's monotone chain (Andrew 1979), O(n log n).
std::vector<Vec2d> convex_hull(std::vector<Vec2d> points);

// Pixels [first, last] of image row y.
struct PixelRow {
  int y = 0, first = 0, last = 0;
};

// Pixels of an image of width x height whose centre lies inside the convex hull of the points, row by row. Pixel
// centres are integers.
std::vector<PixelRow> pixels_of_hull(std::vector<Vec2d> points, int width, int height);

}  // namespace gs
