// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How far points are from a triangle mesh, by brute force inside hashed cells.
#pragma once

#include <span>
#include <vector>

#include "gs/mapping/voxel.h"

namespace bench {

class SurfaceDistance {
 public:
  static constexpr double kFar_m = 0.5;

  // Vertices relative to origin, three indices a triangle. Triangles wider than 200 m are no part of a street.
  SurfaceDistance(std::span<const gs::Vec3f> vertices, std::span<const uint32_t> triangles, gs::Vec3d origin = {});

  // Never more than kFar_m.
  double operator()(gs::Vec3d point) const;

 private:
  struct Triangle {
    gs::Vec3d a, b, c;
  };
  std::vector<Triangle> triangles_;
  gs::mapping::KeyIndex cells_;
  std::vector<std::vector<uint32_t>> of_cell_;
};

// About one point every spacing_m along and across, at least one a triangle's area, in a fixed pattern.
std::vector<gs::Vec3d> points_on(std::span<const gs::Vec3f> vertices, std::span<const uint32_t> triangles,
                                 gs::Vec3d origin, double spacing_m);

}  // namespace bench
