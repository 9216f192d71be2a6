// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A truncated signed distance field from points with normals. Private to StaticMeshBuilder.
#pragma once

#include <span>

#include "gs/mapping/mesh/surface_nets.h"

namespace gs::mapping {

// A point of the map with its surface normal.
struct OrientedPoint {
  Vec3d position;
  Vec3f normal;  // unit, towards the sensor
  float weight = 1;
};

// Truncated signed distance field: every voxel near a point holds the weighted mean distance to the tangent planes of
// the points around it (implicit moving least squares, Kolluri 2005). points in map [m] -> distances in voxels.
Field distance_field(std::span<const OrientedPoint> points, double voxel_m);

}  // namespace gs::mapping
