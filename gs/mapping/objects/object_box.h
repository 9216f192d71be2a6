// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Box and class of a gathered object. Private to build_objects().
#pragma once

#include <span>

#include "gs/mapping/objects/build_objects.h"
#include "gs/mapping/objects/object_shape.h"

namespace gs::mapping {

// The box that the points show.
struct SeenBox {
  ObjectExtent extent;  // without the few outermost points on each side [m]
  SideShares sides;
  bool front = false, back = false, left = false, right = false, top = false;  // the face itself was seen
  bool length = false;  // sightings from beside the object show both ends
};
SeenBox seen_box(std::span<const ShapePoint> shape);

// Angle by which a box about z must be turned so that its sides follow the points, within `reach` [rad]: the rectangle
// around all points to whose edges they lie closest.
double yaw_of_sides(std::span<const ShapePoint> shape, double reach);

// Class and completed box.
struct ClassifiedBox {
  ObjectClass type = ObjectClass::unknown;
  double confidence = 0;
  ObjectExtent extent;             // sides that were not seen have the mean of the class
  std::array<bool, 3> measured{};  // length, width, height
};
// A side of which one face was not seen is at least as long as the points show; the box grows away from the face that
// was seen, so its near corner stays on the points. speed_95: 95th percentile of the speed [m/s]. given: what others
// say of the object: its class, and its size instead of the mean of the class; may be null.
ClassifiedBox classify(const SeenBox& box, double floor_z, double speed_95_mps, std::size_t points,
                       std::span<const ShapePoint> shape, const GivenObject* given = nullptr);

}  // namespace gs::mapping
