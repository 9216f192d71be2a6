// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the sweeps saw of things that moved: each thing once a sweep, with its velocity.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gs/builder/recorded_sweeps.h"

namespace gs {

struct SightingOptions {
  // Places that moved are taken for an object only together: leaves and edges give a few.
  double cluster_cell_m = 0.4;
  std::size_t min_cluster_points = 60;
  double min_cluster_height_m = 0.5;
  double thing_cell_m = 0.6;     // points of a sweep belong to one thing when cells of this edge touch
  double above_ground_m = 0.15;  // points nearer to the ground are the ground
  double max_speed_mps = 40;     // of a thing between two sweeps
  // Of a thing that a sweep did not see so far down, the rest is taken from sweeps up to so many turns away.
  double seen_down_to_m = 0.6;
  int max_turns_back = 4;
};

struct Sighting {
  struct Point {
    Vec3f in_map;
    float ground_z;  // below it
    float after_s;   // after the stamp
  };
  std::vector<Point> points;
  struct Place {
    Vec3d low, middle, high;  // in map: the smallest, mean and largest coordinates
  } place;
  Timestamp stamp;                    // when its points were measured, in the mean
  double uncertain_s = 0;             // that these times may be off by
  std::optional<Vec3d> velocity{};    // [m/s] in map; only where other sweeps saw it too
  std::optional<Timestamp> before{};  // when the sweep before saw it
  std::optional<Timestamp> after{};
};

// Of all sweeps, in time order. Reads every sweep once, or none when nothing moved.
Result<std::vector<Sighting>> find_sightings(const MapPoints& map, RecordedSweeps& sweeps,
                                             const SightingOptions& options, Progress& progress);

// The points of clusters that are large and high enough to be an object, in their order.
std::vector<Vec3f> points_of_objects(std::span<const Vec3f> points, const SightingOptions& options);

}  // namespace gs
