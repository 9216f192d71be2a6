// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Better poses from LiDAR: odometry that drifts smoothly, corrected so that sweeps agree with the map they build.
#pragma once

#include "gs/core/options.h"
#include "gs/core/progress.h"
#include "gs/geometry/trajectory.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping {

struct PoseRefinementOptions {
  double map_voxel_m = 0.5;
  double thinning_m = 0.4;
  double min_range_m = 2.0;
  double max_range_m = 60.0;
  double gate_m = 0.4;
  int iterations = 8;
  double step_sigma_m = 0.02;
  double step_sigma_rad = 0.002;
  int min_matches = 200;
};

void describe(auto& visit, PoseRefinementOptions& o) {
  visit("map_voxel_m", o.map_voxel_m, "edge of a voxel of the local map, which holds one plane", Range{0.1, 5.0});
  visit("thinning_m", o.thinning_m, "one point of a sweep is matched in a voxel of this edge", Range{0.05, 5.0});
  visit("min_range_m", o.min_range_m, "nearer points are the vehicle itself", Range{0.0, 20.0});
  visit("max_range_m", o.max_range_m, "farther points are left out", Range{5.0, 300.0});
  visit("gate_m", o.gate_m, "points further from their plane hardly count in the first step", Range{0.01, 5.0});
  visit("iterations", o.iterations, "steps a sweep at most", Range{1, 100});
  visit("step_sigma_m", o.step_sigma_m, "how far odometry may be off from one sweep to the next", Range{1e-4, 10.0});
  visit("step_sigma_rad", o.step_sigma_rad, "how far it may turn wrongly", Range{1e-5, 1.0});
  visit("min_matches", o.min_matches, "fewer matched points leave a sweep where odometry puts it", Range{10, 1e6});
}

struct RefinedPoses {
  Trajectory trajectory;  // at the times of the odometry
  std::size_t sweeps = 0, unmatched = 0;
  double largest_shift_m = 0, largest_turn_rad = 0;
  double residual_before_m = 0, residual_after_m = 0;  // RMS distance of points to the planes they match
};

// Registers each sweep to the planes of the map of the sweeps before it (point to plane, Chen and Medioni 1991, with
// the weights of Geman and McClure), starting from odometry's own step since the last one; where the surroundings say
// nothing about a direction, as in a tunnel, that step stays. The first sweep stays where odometry has it. Between
// sweeps the correction is interpolated, so the refined path is as smooth as the odometry.
// Sweeps with point times are deskewed with the odometry, others are taken as deskewed. Memory: the planes around the
// car and one sweep. The same bytes whatever the thread count.
// invalid_argument: no odometry. interrupted: progress asks to stop.
Result<RefinedPoses> refine_poses(SweepSource& sweeps, const Trajectory& odometry, const PoseRefinementOptions& options,
                                  Progress& progress);

}  // namespace gs::mapping
