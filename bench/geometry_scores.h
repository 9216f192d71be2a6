// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What mapping made of a synthetic drive, against what is true.
#pragma once

#include "bench/synth_sweeps.h"
#include "gs/mapping/drivable_area.h"
#include "gs/mapping/ground_surface.h"
#include "gs/mapping/static_mesh.h"

namespace bench {

// Within this distance of the path geometry is held to its bars.
inline constexpr double kBeside_m = 15;

struct MovingScore {
  double standing_kept = 0, moving_removed = 0;  // shares of points: SA and DA of the KTH benchmark
  double moving_share = 0;                       // of all points
};
MovingScore score_moving(const gs::mapping::StaticMap& map);

struct HeightScore {
  double rmse_m = 0, p95_m = 0;  // over samples with LiDAR points on the ground around them
  double road_covered = 0;       // share of the true road
  std::size_t unknown_poses = 0;
};
HeightScore score_heights(const gs::mapping::GroundSurface& ground, SynthSweeps& drive);

struct AreaScore {
  double iou = 0;          // with the road between the kerbs where nothing stands on it
  double iou_of_road = 0;  // with all of the road, under parked cars too
};
AreaScore score_area(const std::vector<gs::mapping::Polygon>& area, SynthSweeps& drive);
std::size_t poses_outside(const std::vector<gs::mapping::Polygon>& area, const gs::Trajectory& path);

struct MeshScore {
  double mean_m = 0, p95_m = 0;  // from the mesh to the true surfaces
  double complete = 0;           // share of LiDAR hits within 0.1 m of the mesh
};
MeshScore score_mesh(const gs::mapping::TriangleMesh& mesh, SynthSweeps& drive);

// Standard deviation of deskewed points around the true road, per sweep of a drive without noise.
double map_thickness_m(const SynthSweeps& drive);

}  // namespace bench
