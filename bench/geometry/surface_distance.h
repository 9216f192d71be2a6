// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Distance of points to a triangle mesh, by brute force within hashed cells.
#pragma once

#include <span>
#include <vector>

#include "gs/mapping/voxel.h"

namespace bench {

// Spatial index of a mesh.
class SurfaceDistance {
 public:
  // Larger distances are reported as this value.
  static constexpr double kFar_m = 0.5;

  // vertices: relative to `origin`; triangles: three indices each. Triangles wider than 200 m are skipped: they do not
  // belong to the street.
  SurfaceDistance(std::span<const gs::Vec3f> vertices, std::span<const uint32_t> triangles, gs::Vec3d origin = {});

  // Distance of a point [m], at most kFar_m.
  double operator()(gs::Vec3d point) const;

 private:
  struct Triangle {
    gs::Vec3d a, b, c;
  };
  std::vector<Triangle> triangles_;
  gs::mapping::KeyIndex cells_;
  std::vector<std::vector<uint32_t>> of_cell_;
};

// Points on the mesh in a fixed pattern, about spacing_m apart in both directions.
std::vector<gs::Vec3d> points_on(std::span<const gs::Vec3f> vertices, std::span<const uint32_t> triangles,
                                 gs::Vec3d origin, double spacing_m);

}  // namespace bench
