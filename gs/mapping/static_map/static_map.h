// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The static point cloud map: all sweeps accumulated in voxels, without moving objects.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/core/options/options.h"
#include "gs/core/progress.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping {

// Options of PointcloudIntegrator; descriptions and ranges are in describe().
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
  visit("min_range_m", o.min_range_m, "nearer points belong to the vehicle itself", Range{0.0, 20.0});
  visit("max_range_m", o.max_range_m, "points farther from the sensor are ignored", Range{5.0, 100.0});
  visit("remove_moving", o.remove_moving, "remove points of moving objects");
  visit("evidence_voxel_m", o.evidence_voxel_m, "edge of a voxel in the search for moving objects", Range{0.1, 2.0});
  visit("min_seen_through", o.min_seen_through,
        "scan groups of three sweeps that must see a voxel empty before it counts as moved", Range{1, 100});
  visit("ground_guard_m", o.ground_guard_m, "points at most this high above the ground are never removed",
        Range{0.0, 1.0});
}

// One voxel of the map.
struct MapPoint {
  Vec3d position;       // centroid of the voxel's points, in map
  float intensity = 0;  // mean of the voxel's points
  uint32_t count = 0;   // number of points
  Vec3f to_sensor{};    // mean of the unit vectors from the points to the sensor, in map
};

// The result of PointcloudIntegrator. Both lists are sorted by voxel (z, y, x), independent of the thread count.
struct StaticMap {
  double voxel_m = 0.1;
  std::vector<MapPoint> points;
  std::vector<MapPoint> moving;  // points of moving objects that were removed
  uint64_t points_read = 0, points_used = 0;
};

// Accumulates all sweeps (in map) and removes moving objects by ray visibility. Reads every sweep twice if moving
// objects are removed, else once. Memory: the map and a few sweeps. Errors: those of the source; interrupted if
// progress asks to stop.
struct PointcloudIntegrator {
  using Options = StaticMapOptions;
  static Result<StaticMap> run(SweepSource& sweeps, const Options& options, Progress& progress);
};

}  // namespace gs::mapping
