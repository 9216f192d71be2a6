// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Signed distance field by screened Poisson reconstruction. Private to StaticMeshBuilder.
#pragma once

#include "gs/mapping/mesh/distance_field.h"

namespace gs::mapping {

// Screened Poisson reconstruction (Kazhdan and Hoppe 2013) on the voxels around the points instead of an octree over
// all of space: minimises |grad f - V|^2, with V the normals spread over the voxels, plus a screening term that ties f
// to the point distances near the points. With V of unit length f is a distance rather than an indicator function.
// There is no field far from points, so unobserved areas stay open. Solved by conjugate gradients; about 90 bytes a
// voxel.
Field poisson_field(std::span<const OrientedPoint> points, double voxel_m);

}  // namespace gs::mapping
