// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A truncated signed distance field in hashed blocks, and its zero surface. Private to build_static_mesh.
#pragma once

#include <array>
#include <vector>

#include "gs/mapping/static_mesh.h"
#include "gs/mapping/voxel.h"

namespace gs::mapping {

class DistanceField {
 public:
  explicit DistanceField(double voxel_m) : voxel_m_(voxel_m) {}

  // Adds the tangent plane of a point to the voxels around it. The normal has unit length.
  void add_plane(Vec3d point, Vec3d normal, double weight);

  // Surface nets (Gibson 1998) where all corners of a cell weigh min_weight or more. Blocks in the order of their
  // keys, so the mesh does not depend on how the field was filled.
  TriangleMesh surface(double min_weight) const;

 private:
  struct Sample {
    float distance_sum = 0, weight = 0;
  };
  using Block = std::array<Sample, 512>;

  Sample& at(Voxel voxel);
  const Sample* find(Voxel voxel) const;
  bool corners(Voxel cell, double min_weight, std::array<float, 8>& distance) const;

  double voxel_m_;
  KeyIndex index_;
  std::vector<Block> blocks_;
};

}  // namespace gs::mapping
