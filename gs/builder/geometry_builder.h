// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Step 6: the static point cloud map, the ground, the drivable area and the mesh, from the sweeps and the poses.
#pragma once

#include "gs/builder/build_config.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/geometry/vec.h"

namespace gs {

inline constexpr std::size_t kMinMapPoints = 10'000;

struct GeometryReport {
  uint64_t points_read = 0, map_points = 0, moving_points = 0;
  int heightmap_width = 0, heightmap_height = 0;
  uint64_t ground_samples = 0;    // that are known
  uint64_t mesh_triangles = 0;    // 0: none was asked for
  Vec3d map_min{}, map_max{};     // [m] in map, the box around all points of the map
  double base_link_height_m = 0;  // of the log's base_link above the ground, along the path
  Problems problems;
};

// Reads 00_mcap_ingest and 01_calibration; writes 05_geometry: point_cloud_map.pcd, moving_points.pcd (what the
// map left out), heightmap.bin, heightmap.yaml, drivable.geojson, static_mesh.glb when asked for, and geometry.json.
// POINTCLOUD_EMPTY (also below 10,000 points), HEIGHTMAP_INVALID.
BuildResult<GeometryReport> build_geometry(const Workspace& workspace, const GeometryConfig& options,
                                           Progress& progress);

}  // namespace gs
