// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Polygons in the x-y plane of map [m] and the operations that the drivable area needs.
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

// Area enclosed by a ring [m^2], positive if it runs counter-clockwise. area_m2() is the total area without holes;
// contains() is true if a point lies in a polygon and in none of its holes.
double signed_area(const Ring& ring);
double area_m2(std::span<const Polygon> polygons);
bool contains(std::span<const Polygon> polygons, Vec2d point);

// All points within `distance_m` of a polyline; a single point gives a disc. Errors: invalid_argument for an empty
// line, invalid_data for coordinates that are not finite or that GEOS rejects.
Result<std::vector<Polygon>> buffer(std::span<const Vec2d> line, double distance_m);

// Union of both lists, with simplified outlines that move by at most tolerance_m. The result is valid for any input.
// Errors: invalid_data if GEOS fails.
Result<std::vector<Polygon>> unite_and_simplify(std::span<const Polygon> a, std::span<const Polygon> b,
                                                double tolerance_m);

}  // namespace gs::mapping
