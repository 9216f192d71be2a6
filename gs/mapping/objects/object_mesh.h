// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A closed mesh of an object for LiDAR. Private to build_objects().
#pragma once

#include <span>

#include "gs/mapping/objects/build_objects.h"
#include "gs/mapping/objects/object_shape.h"

namespace gs::mapping {

// Stacks outlines: at heights about 0.1 m apart, the distance of the surface from a spine along the middle of the box
// is measured in directions all around. Where no point was measured, vehicles take the other side, then the form of the
// class. `shape` lies in the frame of the box (origin below its middle); fewer than 150 points give the class alone.
ObjectMesh make_object_mesh(std::span<const ShapePoint> shape, Vec3d size, ObjectClass type, float median_intensity);

}  // namespace gs::mapping
