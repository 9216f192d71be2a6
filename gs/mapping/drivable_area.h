// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where one may drive.
#pragma once

#include <span>
#include <vector>

#include "gs/core/options.h"
#include "gs/geometry/trajectory.h"
#include "gs/mapping/ground_surface.h"
#include "gs/mapping/polygon.h"

namespace gs::mapping {

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
  visit("buffer_width_m", o.buffer_width_m, "trajectory_buffer: to each side of the path", Range{0.5, 100.0});
  visit("simplify_tolerance_m", o.simplify_tolerance_m, "how far outlines may move to have fewer points",
        Range{0.0, 10.0});
  visit("max_slope", o.max_slope, "ground_connected: steeper is a kerb or a step", Range{0.01, 2.0});
  visit("min_passage_m", o.min_passage_m, "ground_connected: narrower openings lead nowhere", Range{0.0, 10.0});
  visit("min_hole_m2", o.min_hole_m2, "ground_connected: smaller holes are closed", Range{0.0, 1000.0});
  visit("path_half_width_m", o.path_half_width_m, "ground_connected: was driven, so is drivable", Range{0.1, 5.0});
  visit("obstacle_low_m", o.obstacle_low_m, "points from this height above ground stand in the way", Range{0.05, 2.0});
  visit("obstacle_high_m", o.obstacle_high_m, "points up to this height stand in the way", Range{0.5, 10.0});
}

// Everything beside the path. Contains every pose.
Result<std::vector<Polygon>> trajectory_buffer(const Trajectory& trajectory, const DrivableOptions& options);

// The flat surface that hangs together with the path, ended by kerbs, steps, obstacles of the map and unknown ground.
// Outlines follow the ground's samples, so they move by at most two of them however large the tolerance is: half a
// metre would put a car on the pavement. Contains the driven path.
Result<std::vector<Polygon>> ground_connected(const GroundSurface& ground, std::span<const MapPoint> map,
                                              const Trajectory& trajectory, const DrivableOptions& options);

}  // namespace gs::mapping
