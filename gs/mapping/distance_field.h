// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A truncated signed distance field from points with normals. Private to build_static_mesh.
#pragma once

#include <span>

#include "gs/mapping/surface_nets.h"

namespace gs::mapping {

struct OrientedPoint {
  Vec3d position;
  Vec3f normal;  // unit, towards where the point was seen from
  float weight = 1;
};

// Every voxel near a point holds the mean distance to the tangent planes of the points around it (implicit moving least
// squares, Kolluri 2005).
Field distance_field(std::span<const OrientedPoint> points, double voxel_m);

}  // namespace gs::mapping
