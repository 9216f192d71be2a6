// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A signed distance field whose gradient follows the normals of points. Private to build_static_mesh.
#pragma once

#include "gs/mapping/distance_field.h"

namespace gs::mapping {

// Screened Poisson reconstruction (Kazhdan and Hoppe 2013) on the voxels around the points instead of an octree over
// all of space: minimises |grad f - V|^2, with V the normals spread over the voxels, plus a screen that holds f to the
// distance from the points near them. With V of unit length f is a distance and not an indicator; far from points there
// is no field, so nothing is closed that was never seen. Conjugate gradients; about 90 bytes a voxel.
Field poisson_field(std::span<const OrientedPoint> points, double voxel_m);

}  // namespace gs::mapping
