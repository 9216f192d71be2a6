// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The zero surface of a field of signed distances. Private to build_static_mesh.
#pragma once

#include "gs/mapping/block_grid.h"
#include "gs/mapping/static_mesh.h"

namespace gs::mapping {

struct FieldSample {
  float distance = 0;  // in voxels, times weight; grows towards where the surface was seen from
  float weight = 0;
};
// Samples lie in the middle of their voxels.
using Field = BlockGrid<FieldSample>;

// Surface nets (Gibson 1998) where all corners of a cell weigh min_weight or more. Blocks in the order of their keys,
// so the mesh does not depend on how the field was filled.
TriangleMesh extract_surface(const Field& field, double voxel_m, double min_weight);

}  // namespace gs::mapping
