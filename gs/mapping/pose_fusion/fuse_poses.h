// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Poses of a whole drive from registered sweeps, odometry, its roll and pitch, and GNSS fixes, in one pose graph.
#pragma once

#include <vector>

#include "gs/core/options/options.h"
#include "gs/mapping/odometry/gravity.h"
#include "gs/mapping/pose_graph/pose_graph.h"
#include "gs/mapping/poses/pose_refinement.h"

namespace gs::mapping {

// A GNSS position in a local frame with axes east, north and up [m].
struct PositionFix {
  Timestamp stamp;
  Vec3d position_in_enu;
  Vec3d sigma_m{2.5, 2.5, 5};
};

// Options of fuse_poses(); descriptions and ranges are in describe().
struct FusionOptions {
  double step_sigma_m = 0.01, step_sigma_rad = 0.00017;
  double odometry_share = 0.01, odometry_rad_per_m = 0.00035;
  double vertical_sigma_rad = 0.005;
  double fix_correlation_s = 20;
};

void describe(auto& visit, FusionOptions& o) {
  visit("step_sigma_m", o.step_sigma_m, "least standard deviation of a registered step", Range{1e-4, 1.0});
  visit("step_sigma_rad", o.step_sigma_rad, "least standard deviation of the rotation of a registered step",
        Range{1e-6, 0.1});
  visit("odometry_share", o.odometry_share, "error of odometry's distances that all steps share", Range{1e-4, 1.0});
  visit("odometry_rad_per_m", o.odometry_rad_per_m, "error of odometry's rotation that all steps share [rad/m]",
        Range{1e-6, 0.1});
  visit("vertical_sigma_rad", o.vertical_sigma_rad, "standard deviation of odometry's roll and pitch",
        Range{1e-4, 1.0});
  visit("fix_correlation_s", o.fix_correlation_s, "time in which errors of GNSS positions stay the same",
        Range{0.0, 600.0});
}

// Measurements of a drive.
struct FusionInputs {
  const std::vector<RegisteredSweep>& sweeps;
  const Trajectory& odometry;
  const std::vector<PositionFix>& fixes;  // may be empty
  Vec3d antenna_in_base{};
  // The same sweeps registered backwards in time, where their stamps are equal; may be empty.
  std::vector<RegisteredSweep> backwards{};
  std::vector<RelativeFactor> loops{};   // between indices of sweeps
  std::vector<GravitySample> gravity{};  // in time order
  // The odometry measures roll and pitch (by an inertial unit). False for LiDAR odometry, which bends: gravity is used.
  bool odometry_is_level = true;
};

// Result of fuse_poses().
struct FusedPoses {
  Trajectory trajectory;                             // at the stamps of the odometry
  Alignment map_from_enu;                            // valid if fixes were used
  std::size_t fixes = 0;                             // used
  std::size_t loops = 0, refused_loops = 0;          // loops that agree with the result, and false ones
  double largest_shift_m = 0, largest_turn_rad = 0;  // against odometry
};

// Builds and solves the graph over all registered sweeps:
//   steps of registration: the information of the points (at most that of 200 independent ones) with a floor for shared
//     errors, Cauchy kernel; of both directions, less certain where the map of a direction is thin;
//   steps of odometry, weak: errors that all steps share; only x, y and yaw if the odometry is planar;
//   roll and pitch of the odometry, once a metre, unless it is planar or not level; heights are never tied;
//   gravity, if the odometry is not level; its mean error in base_link is that of the accelerometer and is removed;
//   loops; those that contradict the rest are left out;
//   GNSS fixes, one a second, with the lever arm, in an unknown alignment, Cauchy kernel;
//   the first pose as in the odometry.
// Errors: those of solve().
Result<FusedPoses> fuse_poses(const FusionInputs& inputs, const FusionOptions& options = {});

// Yaw and translation that map fixes best to the antenna's positions on a path, with Cauchy weights; `rms_m` is the
// weighted horizontal error. Empty for fewer than two fixes within the path, or if the path stands still (no yaw).
struct AlignmentFit {
  Alignment map_from_enu;
  double rms_m = 0;
  std::size_t fixes = 0;
};
std::optional<AlignmentFit> fit_alignment(const Trajectory& path, const std::vector<PositionFix>& fixes,
                                          Vec3d antenna_in_base);

}  // namespace gs::mapping
