// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Surface normals of a point map. Private to StaticMeshBuilder.
#pragma once

#include <vector>

#include "gs/mapping/static_map.h"

namespace gs::mapping {

// Unit eigenvector of the smallest eigenvalue of a symmetric matrix. Empty if that eigenvalue is not unique.
std::optional<Vec3d> smallest_eigenvector(const Mat3d& symmetric);

// One unit normal per map point, in map, oriented towards the sensor; zero if the neighbourhood is not a surface.
std::vector<Vec3f> normals_of(const StaticMap& map);

}  // namespace gs::mapping
