// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Surface normals of a point map. Private to StaticMeshBuilder.
#pragma once

#include <vector>

#include "gs/mapping/static_map/static_map.h"

namespace gs::mapping {

// One unit normal per map point, in map, oriented towards the sensor; zero if the neighbourhood is not a surface.
std::vector<Vec3f> normals_of(const StaticMap& map);

}  // namespace gs::mapping
