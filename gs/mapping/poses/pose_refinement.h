// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Pose refinement by LiDAR registration: corrects the slow drift of odometry so that sweeps agree with their map.
#pragma once

#include "gs/core/options/options.h"
#include "gs/core/progress.h"
#include "gs/geometry/trajectory.h"
#include "gs/mapping/pose_graph/factors.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping {

// Options of refine_poses(); descriptions and ranges are in describe().
struct PoseRefinementOptions {
  double map_voxel_m = 0.5;
  double thinning_m = 0.25;
  double min_range_m = 2.0;
  double max_range_m = 60.0;
  double gate_m = 0.4;
  int iterations = 8;
  double step_sigma_m = 0.02;
  double step_sigma_rad = 0.002;
  int min_matches = 200;
  double min_age_s = 0.5;
  int hold_out_every = 0;
  bool backwards = false;
};

void describe(auto& visit, PoseRefinementOptions& o) {
  visit("map_voxel_m", o.map_voxel_m, "edge of a voxel of the local map; each voxel holds one plane", Range{0.1, 5.0});
  visit("thinning_m", o.thinning_m, "edge of the voxels in which one point of a sweep is matched", Range{0.05, 5.0});
  visit("min_range_m", o.min_range_m, "nearer points belong to the vehicle itself", Range{0.0, 20.0});
  visit("max_range_m", o.max_range_m, "points farther from the sensor are ignored", Range{5.0, 300.0});
  visit("gate_m", o.gate_m, "scale of the robust weight in the first iteration, halved in each one after",
        Range{0.01, 5.0});
  visit("iterations", o.iterations, "greatest number of iterations per sweep", Range{1, 100});
  visit("step_sigma_m", o.step_sigma_m, "standard deviation of odometry's position from sweep to sweep",
        Range{1e-4, 10.0});
  visit("step_sigma_rad", o.step_sigma_rad, "standard deviation of odometry's rotation from sweep to sweep",
        Range{1e-5, 1.0});
  visit("min_matches", o.min_matches, "with fewer matched points a sweep keeps the pose of odometry", Range{10, 1e6});
  visit("min_age_s", o.min_age_s, "surfaces seen for a shorter time are not matched while enough others are",
        Range{0.0, 60.0});
  visit("hold_out_every", o.hold_out_every, "every n-th sweep (n > 2) is kept aside, to judge the result; 0: none",
        Range{0, 1000});
  visit("backwards", o.backwards, "from the last sweep to the first, each registered to the map of later sweeps");
}

// A sweep that was registered to the map of the sweeps before it.
struct RegisteredSweep {
  Timestamp stamp;
  Rigid3d map_from_base;
  Matrix6 information{};    // of the matched points, in map axes about the position of base_link
  std::size_t matches = 0;  // 0: too few, the pose is the predicted one
  std::size_t sweep = 0;    // its number in the source
  // Directions that the surroundings do not constrain, as unit vectors in map axes: translations, and axes of rotation.
  // There the pose is the predicted one, and the information is zero.
  std::vector<Vec3d> weak_shifts{}, weak_turns{};
};

// Result of refine_poses().
struct RefinedPoses {
  Trajectory trajectory;                               // refined poses at the stamps of the odometry
  std::vector<RegisteredSweep> registered;             // in time order
  std::size_t sweeps = 0, unmatched = 0;               // sweeps used; those after the first that matched too little
  double largest_shift_m = 0, largest_turn_rad = 0;    // largest correction of a pose
  double residual_before_m = 0, residual_after_m = 0;  // RMS distance of points to their matched planes
};

// Registers each sweep to the planes of the map of earlier sweeps (point to plane, Chen and Medioni 1991, with
// Geman-McClure weights), starting from the motion that odometry measured since the previous sweep. That motion is also
// a prior: where the surroundings do not constrain a direction, as in a tunnel, it decides. The first sweep keeps the
// pose of odometry. Between sweeps the correction is interpolated, so the refined path is as smooth as the odometry.
// Backwards, the last sweep keeps its pose, and the start of the drive is registered to a map that is complete there.
// Points on surfaces that were seen for less than min_age_s are left out, because those may be parts of moving objects.
// Sweeps with point times are deskewed with the odometry, others are taken as deskewed. Memory: the planes around the
// vehicle and one sweep. The result does not depend on the thread count. Errors: invalid_argument: no odometry.
// interrupted: progress asks to stop. Errors of the source are passed on.
Result<RefinedPoses> refine_poses(SweepSource& sweeps, const Trajectory& odometry, const PoseRefinementOptions& options,
                                  Progress& progress);

// The odometry with the corrections of poses at some times: between them a correction is interpolated, before the first
// and after the last it is constant. `poses` must be in time order and within the odometry (100 ms). Errors: those of
// Trajectory::from_poses().
Result<Trajectory> with_poses(const Trajectory& odometry, const std::vector<StampedPose>& poses);

}  // namespace gs::mapping
