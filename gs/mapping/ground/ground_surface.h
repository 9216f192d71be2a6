// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The ground as a regular grid of heights (2.5D).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gs/core/options/options.h"
#include "gs/geometry/trajectory.h"
#include "gs/mapping/static_map/static_map.h"

namespace gs::mapping {

// Sample (ix, iy) is the height in map at (origin_x + ix * resolution_m, origin_y + iy * resolution_m).
// NaN: no ground known.
struct GroundSurface {
  int width = 0, height = 0;
  double resolution_m = 0.1;
  double origin_x = 0, origin_y = 0;
  std::vector<float> heights;                                 // row major: y, then x
  std::size_t measured = 0, interpolated = 0, from_path = 0;  // number of samples by source of their height
  std::vector<uint8_t> guessed{};                             // [width * height] 1: not measured; empty: all measured

  // Index of a sample in `heights`, and its height [m, map]; no range checks.
  std::size_t index(int ix, int iy) const {
    return static_cast<std::size_t>(iy) * static_cast<std::size_t>(width) + static_cast<std::size_t>(ix);
  }
  float at(int ix, int iy) const { return heights[index(ix, iy)]; }
};

// Bilinear interpolation of the height [m] at (x, y) in map. Empty outside the grid and where one of the four samples
// is unknown.
std::optional<double> ground_height(const GroundSurface& surface, double x, double y);

// Axis-aligned rectangle in map [m].
struct Extent {
  double x_min = 0, x_max = 0, y_min = 0, y_max = 0;
};

// Bounding box of the positions of a trajectory, enlarged by margin_m to each side. The trajectory must not be empty.
Extent extent_around(const Trajectory& trajectory, double margin_m);

// Options of GroundSurfaceBuilder; descriptions and ranges are in describe().
struct GroundOptions {
  double resolution_m = 0.1;
  double margin_m = 20.0;
  double max_slope = 0.35;
  double max_step_m = 0.2;
  int median_kernel = 5;
  double outlier_threshold_m = 0.5;
  double max_hole_m2 = 100.0;
  double path_half_width_m = 1.0;
};

void describe(auto& visit, GroundOptions& o) {
  visit("resolution_m", o.resolution_m, "distance between samples", Range{0.01, 10.0});
  visit("margin_m", o.margin_m, "margin around the trajectory if no extent is given", Range{1.0, 500.0});
  visit("max_slope", o.max_slope, "greatest slope of ground, rise over run", Range{0.0, 2.0});
  visit("max_step_m", o.max_step_m, "highest step that is still ground", Range{0.0, 1.0});
  visit("median_kernel", o.median_kernel, "side of the median window in samples; 1: no filter", Range{1, 51});
  visit("outlier_threshold_m", o.outlier_threshold_m, "samples this far from the median are dropped",
        Range{0.01, 100.0});
  visit("max_hole_m2", o.max_hole_m2, "largest enclosed hole that is filled", Range{0.0, 10000.0});
  visit("path_half_width_m", o.path_half_width_m, "this far beside the path unknown ground is taken from the poses",
        Range{0.0, 5.0});
}

// Grows the ground outwards from the trajectory (base_link runs on the ground) within slope and step limits, so that a
// bridge, a roof or foliage above it is never taken for ground. A height is the robust low mean of the ground points
// around the sample, then median filtered. Enclosed holes are filled by Laplace interpolation, unknown ground under the
// path from the poses. Errors: invalid_argument: no trajectory or an empty extent. invalid_data: no ground point.
// limit_exceeded: too many samples.
struct GroundSurfaceBuilder {
  using Options = GroundOptions;
  // No extent: extent_around() the trajectory with options.margin_m.
  static Result<GroundSurface> run(std::span<const MapPoint> map, const Trajectory& trajectory,
                                   const std::optional<Extent>& extent, const Options& options);
};

}  // namespace gs::mapping
