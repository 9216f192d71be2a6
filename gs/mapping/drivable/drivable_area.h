// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Drivable area as polygons, either a buffer around the driven path or the ground connected with it.
#pragma once

#include <span>
#include <vector>

#include "gs/core/options/options.h"
#include "gs/geometry/trajectory.h"
#include "gs/mapping/drivable/polygon.h"
#include "gs/mapping/ground/ground_surface.h"

namespace gs::mapping {

// Options of both methods; descriptions and ranges are in describe().
struct DrivableOptions {
  double buffer_width_m = 10.0;
  double simplify_tolerance_m = 0.5;
  double max_slope = 0.25;
  double min_passage_m = 1.0;
  double min_hole_m2 = 1.0;
  double path_half_width_m = 1.0;
  double obstacle_low_m = 0.3, obstacle_high_m = 2.5;
};

void describe(auto& visit, DrivableOptions& o) {
  visit("buffer_width_m", o.buffer_width_m, "greatest distance to each side of the path", Range{0.5, 100.0});
  visit("simplify_tolerance_m", o.simplify_tolerance_m, "largest distance by which simplified outlines may move",
        Range{0.0, 10.0});
  visit("max_slope", o.max_slope, "ground_connected: steeper ground is a kerb or a step (rise over run)",
        Range{0.01, 2.0});
  visit("min_passage_m", o.min_passage_m, "ground_connected: narrower openings are not passed through",
        Range{0.0, 10.0});
  visit("min_hole_m2", o.min_hole_m2, "ground_connected: smaller holes are closed", Range{0.0, 1000.0});
  visit("path_half_width_m", o.path_half_width_m,
        "ground_connected: this far to each side of the path is always drivable", Range{0.1, 5.0});
  visit("obstacle_low_m", o.obstacle_low_m, "ground_connected: lowest height of obstacle points above the ground",
        Range{0.05, 2.0});
  visit("obstacle_high_m", o.obstacle_high_m, "ground_connected: greatest height of obstacle points above the ground",
        Range{0.5, 10.0});
}

// Finds the drivable area as polygons (x and y in map, [m]), by one of two methods that are named as in the
// configuration. Errors of both: invalid_argument without poses.
struct DrivableAreaBuilder {
  using Options = DrivableOptions;

  // All points within buffer_width_m of the path, also where walls stand. Contains every pose.
  static Result<std::vector<Polygon>> trajectory_buffer(const Trajectory& trajectory, const Options& options);

  // Flat ground within buffer_width_m of the path and connected with it there, bounded by kerbs, steps, obstacles in
  // the map and unknown ground. Contains the driven path, path_half_width_m to each side. simplify_tolerance_m is
  // capped at two grid samples, so that outlines do not cross kerbs.
  static Result<std::vector<Polygon>> ground_connected(const GroundSurface& ground, std::span<const MapPoint> map,
                                                       const Trajectory& trajectory, const Options& options);
};

// Heights above the ground between which measure_occupied() counts map points: higher than kerbs and ramps, lower than
// what a vehicle passes below [m].
inline constexpr double kStandingLow_m = 0.4, kStandingHigh_m = 2.0;

// Samples of the ground inside a drivable area: all with a known height, and those on which something stands.
struct OccupiedArea {
  std::size_t cells = 0, occupied = 0;
  // Share of occupied samples, 0 to 1; 0 without samples.
  double share() const { return cells == 0 ? 0 : static_cast<double>(occupied) / static_cast<double>(cells); }
};

// Counts the ground samples inside an area that have a point of the static map between kStandingLow_m and
// kStandingHigh_m above them.
OccupiedArea measure_occupied(std::span<const Polygon> area, const GroundSurface& ground,
                              std::span<const MapPoint> map);

}  // namespace gs::mapping
