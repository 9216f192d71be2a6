// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Geometry of a world from sweeps and poses: static point cloud map, ground, drivable area and mesh.
//
// clang-format off
//   05_geometry/point_cloud_map.pcd             static map, one point per voxel, in map
//   05_geometry/moving_points.pcd               points of moving objects that were removed from the map
//   05_geometry/heightmap.yaml, heightmap.bin   the ground, as in a bundle
//   05_geometry/drivable.geojson                the drivable area, as in a bundle
//   05_geometry/static_mesh.glb                 triangle mesh of the map, if enabled
//   05_geometry/geometry.json                   counts, bounding box and height of base_link
// clang-format on
#pragma once

#include "gs/builder/build_config.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/geometry/vec.h"

namespace gs::builder {

// Fewer map points are the error POINTCLOUD_EMPTY.
inline constexpr std::size_t kMinMapPoints = 10'000;

// Result of GeometryBuilder; the counts go into geometry.json.
struct GeometryReport {
  uint64_t points_read = 0, map_points = 0, moving_points = 0;
  int heightmap_width = 0, heightmap_height = 0;
  uint64_t ground_samples = 0;    // heightmap samples with a known height
  uint64_t mesh_triangles = 0;    // 0: no mesh was built
  Vec3d map_min{}, map_max{};     // [m] in map: bounding box of the map points
  double drivable_m2 = 0;         // drivable area
  double occupied_share = 0;      // share of the drivable area on which something 0.4 to 2 m high stands, 0 to 1
  double base_link_height_m = 0;  // median height of the log's base_link above the ground
  Problems problems;
};

// The step that builds the geometry with PointcloudIntegrator, GroundSurfaceBuilder, DrivableAreaBuilder and
// StaticMeshBuilder (gs/mapping): reads 00_mcap_ingest and 01_calibration; writes 05_geometry (point_cloud_map.pcd,
// moving_points.pcd, heightmap.bin, heightmap.yaml, drivable.geojson, static_mesh.glb if enabled, and geometry.json).
// Errors: POINTCLOUD_EMPTY, HEIGHTMAP_INVALID.
struct GeometryBuilder : StepTypes<Step::geometry_builder, GeometryConfig, GeometryReport> {
  static BuildResult<Report> run(const Workspace& workspace, const Options& options, Progress& progress);
};

}  // namespace gs::builder
