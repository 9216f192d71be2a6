// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Triangle mesh of the zero level set of a signed distance field. Private to StaticMeshBuilder.
#pragma once

#include "gs/mapping/block_grid.h"
#include "gs/mapping/mesh/static_mesh.h"

namespace gs::mapping {

// Value of a voxel of the field; the distance is distance / weight.
struct FieldSample {
  float distance = 0;  // in voxels, times weight; positive on the sensor's side
  float weight = 0;
};
// Samples lie at the centres of their voxels.
using Field = BlockGrid<FieldSample>;

// Surface nets (Gibson 1998) over the cells whose eight corners all have at least min_weight. Blocks are visited in key
// order, so that the mesh does not depend on the order in which the field was filled.
TriangleMesh extract_surface(const Field& field, double voxel_m, double min_weight);

}  // namespace gs::mapping
