// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Moving objects in sweeps: one entry per object and sweep, with its velocity.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gs/builder/recording/ingested_sweeps.h"

namespace gs::builder {

// Options of find_moving_objects().
struct MovingObjectOptions {
  // Moving voxels form an object only in clusters of at least this size; single ones come from leaves and edges.
  double cluster_cell_m = 0.4;
  std::size_t min_cluster_points = 60;
  double min_cluster_height_m = 0.5;
  double thing_cell_m = 0.6;     // points whose cells of this edge touch are one object
  double above_ground_m = 0.15;  // lower points belong to the ground
  double max_speed_mps = 40;     // largest speed of an object between two sweeps
  // If the lowest point of an object is more than seen_down_to_m above ground, its lower part is added from up to
  // max_turns_back sweeps before or after.
  double seen_down_to_m = 0.6;
  int max_turns_back = 4;
};

// One moving object in one sweep.
struct MovingObject {
  // A measured point of the object.
  struct Point {
    Vec3f in_map;
    float ground_z;  // ground height below the point, in map [m]
    float after_s;   // measured this long after `stamp`
  };
  std::vector<Point> points;
  // Bounding box and centroid.
  struct Place {
    Vec3d low, middle, high;  // in map: smallest, mean and largest coordinates
  } place;
  Timestamp stamp;                    // mean measurement time of its points
  double uncertain_s = 0;             // uncertainty of these times
  std::optional<Vec3d> velocity{};    // [m/s] in map; only if tracked in another sweep
  std::optional<Timestamp> before{};  // stamps of the same object in the sweeps before and after
  std::optional<Timestamp> after{};
};

// Objects of all sweeps, in time order. Reads every sweep once, or none if the map has no moving object. Errors: those
// of reading; interrupted.
Result<std::vector<MovingObject>> find_moving_objects(const MapPoints& map, RecordedSweeps& sweeps,
                                                      const MovingObjectOptions& options, Progress& progress);

// The points that belong to clusters large and high enough to be an object, in their original order.
std::vector<Vec3f> points_of_objects(std::span<const Vec3f> points, const MovingObjectOptions& options);

}  // namespace gs::builder
