// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Polygons in the x-y plane of map, and the operations on them the drivable area needs.
#pragma once

#include <span>
#include <vector>

#include "gs/core/result.h"
#include "gs/geometry/vec.h"

namespace gs::mapping {

// A closed ring: the first point is repeated at the end.
using Ring = std::vector<Vec2d>;

// Outer ring counter-clockwise, holes clockwise and inside it; all simple.
struct Polygon {
  Ring outer;
  std::vector<Ring> holes;
};

// Positive when the ring runs counter-clockwise [m^2].
double signed_area(const Ring& ring);
double area_m2(std::span<const Polygon> polygons);
bool contains(std::span<const Polygon> polygons, Vec2d point);

// Everything within `distance_m` of the line. One point is a line.
Result<std::vector<Polygon>> buffer(std::span<const Vec2d> line, double distance_m);

// The union of both, with fewer points: none further than tolerance_m from where it was. Valid whatever the input.
Result<std::vector<Polygon>> unite_and_simplify(std::span<const Polygon> a, std::span<const Polygon> b,
                                                double tolerance_m);

}  // namespace gs::mapping
