// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Options of the LiDAR odometry.
#pragma once

#include "gs/core/options/options.h"

namespace gs::mapping {

// Options of LidarOdometry; descriptions and ranges are in describe().
struct OdometryOptions {
  double map_voxel_m = 0;
  double map_thinning_m = 0.1;
  double thinning_m = 0.5;
  double min_range_m = 2.5;
  double max_range_m = 80.0;
  int iterations = 20;
  int min_matches = 100;
  double odometry_sigma_m = 0.05;
  double odometry_sigma_rad = 0.005;
};

void describe(auto& visit, OdometryOptions& o) {
  visit("map_voxel_m", o.map_voxel_m, "edge of the map's voxels, one plane each; 0: by the density of the first sweep",
        Range{0.0, 5.0});
  visit("map_thinning_m", o.map_thinning_m, "edge of the voxels in which one point of a sweep enters the map",
        Range{0.02, 5.0});
  visit("thinning_m", o.thinning_m, "edge of the voxels in which one point of a sweep is matched", Range{0.05, 5.0});
  visit("min_range_m", o.min_range_m, "nearer points belong to the vehicle itself", Range{0.0, 20.0});
  visit("max_range_m", o.max_range_m, "points farther from the sensor are ignored", Range{5.0, 300.0});
  visit("iterations", o.iterations, "greatest number of iterations per registration", Range{2, 100});
  visit("min_matches", o.min_matches, "with fewer matched points a sweep keeps the predicted pose", Range{10, 1e6});
  visit("odometry_sigma_m", o.odometry_sigma_m, "standard deviation of wheel odometry's position from sweep to sweep",
        Range{1e-4, 10.0});
  visit("odometry_sigma_rad", o.odometry_sigma_rad,
        "standard deviation of wheel odometry's rotation from sweep to sweep", Range{1e-5, 1.0});
}

}  // namespace gs::mapping
