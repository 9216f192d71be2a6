// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Refinement of a whole drive: errors of the LiDARs, registration, pose graph, and the decision by evidence that was
// kept aside.
#pragma once

#include <vector>

#include "gs/core/progress.h"
#include "gs/mapping/lidar_bias/lidar_bias.h"
#include "gs/mapping/pose_fusion/witnesses.h"

namespace gs::mapping {

// GNSS positions of a drive; may be empty.
struct GnssTrack {
  std::vector<PositionFix> fixes;  // in time order
  Vec3d antenna_in_base{};
};

// Result of refine_drive().
struct DriveRefinement {
  std::vector<LidarBias> lidars;
  FusedPoses fused;                       // with all fixes
  std::vector<Witness> witnesses;         // without the evidence that was kept aside
  Verdict verdict;                        // whether the fused poses are better than the odometry
  std::size_t sweeps = 0, unmatched = 0;  // registered sweeps; those that matched too little
};

// Registers the sweeps, estimates the bias of each LiDAR, registers again with the biases removed, fuses registration,
// odometry and GNSS, and compares the result with the odometry on every fifth sweep (every third of fewer than 100) and
// every third fix, which were kept aside. Sweeps must be deskewed or have point times. Errors: those of refine_poses(),
// estimate_lidar_bias() and fuse_poses().
Result<DriveRefinement> refine_drive(SweepSource& sweeps, const Trajectory& odometry, const GnssTrack& gnss,
                                     Progress& progress);

}  // namespace gs::mapping
