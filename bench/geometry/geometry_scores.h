// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compares the results of gs/mapping on a synthetic drive with the ground truth.
#pragma once

#include "bench/geometry/synth_sweeps.h"
#include "gs/mapping/drivable/drivable_area.h"
#include "gs/mapping/ground/ground_surface.h"
#include "gs/mapping/mesh/static_mesh.h"

namespace bench {

// Bars of geometry apply within this distance of the path.
inline constexpr double kBeside_m = 15;

// Quality of the removal of moving objects.
struct MovingScore {
  double standing_kept = 0, moving_removed = 0;  // shares of points (SA and DA of the KTH benchmark)
  double moving_share = 0;                       // moving points / all points
};
// Score from the point intensities of the map (see kStands, kMoves).
MovingScore score_moving(const gs::mapping::StaticMap& map);

// Accuracy and coverage of the ground surface.
struct HeightScore {
  double rmse_m = 0, p95_m = 0;   // height errors of samples with LiDAR points on the ground nearby
  double road_covered = 0;        // share of the true road with a height
  std::size_t unknown_poses = 0;  // poses of the path without ground below
};
// Compares the ground surface with the closed form of the road.
HeightScore score_heights(const gs::mapping::GroundSurface& ground, SynthSweeps& drive);

// Overlap of the drivable area with the true one.
struct AreaScore {
  double iou = 0;          // with the road between the kerbs, without occupied parts
  double iou_of_road = 0;  // with the whole road, also under parked cars
};
// Compares drivable polygons with the road within `beside_m` of the path, and counts poses of a path outside them.
AreaScore score_area(const std::vector<gs::mapping::Polygon>& area, SynthSweeps& drive, double beside_m = kBeside_m);
std::size_t poses_outside(const std::vector<gs::mapping::Polygon>& area, const gs::Trajectory& path);

// Cells of 0.2 m of an area that lie below a roof, a balcony or any other part of a building.
std::size_t cells_in_buildings(const std::vector<gs::mapping::Polygon>& area, SynthSweeps& drive);

// Accuracy and completeness of a mesh.
struct MeshScore {
  double mean_m = 0, p95_m = 0;  // distances from the mesh to the true surfaces
  double complete = 0;           // share of LiDAR hits within 0.1 m of the mesh
};
// Compares a mesh with the triangles of the street.
MeshScore score_mesh(const gs::mapping::TriangleMesh& mesh, SynthSweeps& drive);

// Standard deviation of deskewed points around the true road, per sweep of a drive without noise [m].
double map_thickness_m(const SynthSweeps& drive);

}  // namespace bench
