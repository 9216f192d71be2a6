// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The static point cloud map: all sweeps in voxels, without what moved.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/core/options.h"
#include "gs/core/progress.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping {

struct StaticMapOptions {
  double voxel_m = 0.1;
  double min_range_m = 1.0;
  double max_range_m = 50.0;
  bool remove_moving = true;
  double evidence_voxel_m = 0.2;
  int min_seen_through = 2;
  double ground_guard_m = 0.12;
};

void describe(auto& visit, StaticMapOptions& o) {
  visit("voxel_m", o.voxel_m, "edge of a map voxel", Range{0.01, 5.0});
  visit("min_range_m", o.min_range_m, "nearer points are the vehicle itself", Range{0.0, 20.0});
  visit("max_range_m", o.max_range_m, "farther points are left out", Range{5.0, 100.0});
  visit("remove_moving", o.remove_moving, "leave out what other sweeps saw through");
  visit("evidence_voxel_m", o.evidence_voxel_m, "edge of a voxel that is seen through or not", Range{0.1, 2.0});
  visit("min_seen_through", o.min_seen_through, "looks of three sweeps that must see through a voxel to empty it",
        Range{1, 100});
  visit("ground_guard_m", o.ground_guard_m, "points this near the lowest of their column stay", Range{0.0, 1.0});
}

struct MapPoint {
  Vec3d position;       // centroid of the voxel's points, in map
  float intensity = 0;  // their mean
  uint32_t count = 0;
  Vec3f to_sensor{};  // mean of the unit vectors towards where the points were seen from
};

// Both lists in the order of their voxels (z, y, x): the same whatever the number of threads.
struct StaticMap {
  double voxel_m = 0.1;
  std::vector<MapPoint> points;
  std::vector<MapPoint> moving;  // what was taken out
  uint64_t points_read = 0, points_used = 0;
};

// Reads every sweep twice with moving objects removed, else once. Memory: the map, and a few sweeps.
// interrupted when progress asks to stop.
Result<StaticMap> build_static_map(SweepSource& sweeps, const StaticMapOptions& options, Progress& progress);

}  // namespace gs::mapping
