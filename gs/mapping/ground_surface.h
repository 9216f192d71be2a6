// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The ground as a grid of heights.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gs/core/options.h"
#include "gs/geometry/trajectory.h"
#include "gs/mapping/static_map.h"

namespace gs::mapping {

// Sample (ix, iy) is the height in map at (origin_x + ix * resolution_m, origin_y + iy * resolution_m).
// NaN: no ground known.
struct GroundSurface {
  int width = 0, height = 0;
  double resolution_m = 0.1;
  double origin_x = 0, origin_y = 0;
  std::vector<float> heights;                                 // row major: y, then x
  std::size_t measured = 0, interpolated = 0, from_path = 0;  // samples by where their height came from
  std::vector<uint8_t> guessed{};                             // 1 where it was interpolated; empty: nowhere

  std::size_t index(int ix, int iy) const {
    return static_cast<std::size_t>(iy) * static_cast<std::size_t>(width) + static_cast<std::size_t>(ix);
  }
  float at(int ix, int iy) const { return heights[index(ix, iy)]; }
};

// Bilinear; nothing outside and where one of the four samples is unknown.
std::optional<double> ground_height(const GroundSurface& surface, double x, double y);

struct Extent {
  double x_min = 0, x_max = 0, y_min = 0, y_max = 0;
};

// The box around the positions of a trajectory, wider by margin_m to each side.
Extent extent_around(const Trajectory& trajectory, double margin_m);

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
  visit("resolution_m", o.resolution_m, "distance of samples", Range{0.01, 10.0});
  visit("margin_m", o.margin_m, "around the trajectory, where no extent is given", Range{1.0, 500.0});
  visit("max_slope", o.max_slope, "rise over run of ground", Range{0.0, 2.0});
  visit("max_step_m", o.max_step_m, "highest step that is still ground", Range{0.0, 1.0});
  visit("median_kernel", o.median_kernel, "side of the median window in samples; 1: none", Range{1, 51});
  visit("outlier_threshold_m", o.outlier_threshold_m, "samples this far from the median are dropped",
        Range{0.01, 100.0});
  visit("max_hole_m2", o.max_hole_m2, "largest enclosed hole that is filled", Range{0.0, 10000.0});
  visit("path_half_width_m", o.path_half_width_m, "beside the path, where the wheels tell the height", Range{0.0, 5.0});
}

// Ground grows outwards from under the trajectory (base_link runs on the ground) as far as slope and steps allow, so a
// bridge, a roof or a table of leaves above it is never taken for it. Heights are robust low means of the ground points
// around each sample, then median filtered; holes are filled (Laplace) where ground encloses them, and under the path.
// invalid_argument: no trajectory or an empty extent. invalid_data: no ground point. limit_exceeded: too many samples.
Result<GroundSurface> build_ground_surface(std::span<const MapPoint> map, const Trajectory& trajectory,
                                           const std::optional<Extent>& extent, const GroundOptions& options);

}  // namespace gs::mapping
