// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Triangle mesh of the static map.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gs/core/options/options.h"
#include "gs/mapping/static_map/static_map.h"

namespace gs::mapping {

// Indexed triangle mesh in map.
struct TriangleMesh {
  Vec3d origin;  // in map; vertices are relative to it
  std::vector<Vec3f> vertices;
  std::vector<uint32_t> triangles;  // three vertex indices each, counter-clockwise seen from the sensor's side

  std::size_t triangle_count() const { return triangles.size() / 3; }  // three indices are one triangle
};

// Options of StaticMeshBuilder; descriptions and ranges are in describe().
struct MeshOptions {
  std::string method = "tsdf";
  double voxel_m = 0.1;
  double min_weight = 0.5;
  int min_component_triangles = 60;
  int64_t max_triangles = 2'000'000;
  double max_error_m = 0.02;
};

void describe(auto& visit, MeshOptions& o) {
  visit("method", o.method, "distance field: tsdf (mean of tangent planes) or poisson (smoother over noise and gaps)",
        Choices{{"tsdf", "poisson"}});
  visit("voxel_m", o.voxel_m, "edge of a voxel of the distance field", Range{0.005, 5.0});
  visit("min_weight", o.min_weight, "voxels of less weight have no surface", Range{0.0, 100.0});
  visit("min_component_triangles", o.min_component_triangles, "unconnected pieces with fewer triangles are dropped",
        Range{0, 1e6});
  visit("max_triangles", o.max_triangles, "greatest number of triangles after simplification", Range{1000, 1e9});
  visit("max_error_m", o.max_error_m, "greatest distance by which simplification may move the surface",
        Range{0.0, 1.0});
}

// Makes a mesh of the map. Normals by principal component analysis of neighbouring points, oriented towards the sensor;
// a truncated signed distance field in hashed blocks of 8 x 8 x 8 voxels (distance_field.h, poisson_field.h); surface
// nets; removal of small pieces; quadric simplification. Errors: invalid_data if the points give no surface;
// invalid_option for an unknown method.
struct StaticMeshBuilder {
  using Options = MeshOptions;
  static Result<TriangleMesh> run(const StaticMap& map, const Options& options);
};

}  // namespace gs::mapping
