// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Refinement of a whole drive: errors of the LiDARs, registration, pose graph, and the decision by evidence that was
// kept aside.
#pragma once

#include <optional>
#include <vector>

#include "gs/core/progress.h"
#include "gs/mapping/lidar_bias/lidar_bias.h"
#include "gs/mapping/lidar_bias/mounting_error.h"
#include "gs/mapping/odometry/track.h"
#include "gs/mapping/pose_fusion/witnesses.h"

namespace gs::mapping {

// GNSS positions of a drive; may be empty.
struct GnssTrack {
  std::vector<PositionFix> fixes;  // in time order
  Vec3d antenna_in_base{};
};

// Measurements of a drive beside its sweeps.
struct DriveMeasurements {
  Trajectory odometry;
  GnssTrack gnss{};
  std::vector<GravitySample> gravity{};  // used if the odometry comes from the sweeps
  bool odometry_from_sweeps = false;     // LiDAR odometry: it measures neither roll nor pitch
};

// Result of refine_drive().
struct DriveRefinement {
  std::vector<LidarBias> lidars;
  FusedPoses fused;                       // with all fixes
  std::vector<Witness> witnesses;         // without the evidence that was kept aside
  Verdict verdict;                        // whether the fused poses are better than the odometry
  std::size_t sweeps = 0, unmatched = 0;  // registered sweeps; those that matched too little
  std::size_t loops = 0;                  // that registration confirmed
  std::vector<PredictedStretch> weak;     // where the surroundings do not show the motion, and odometry decides
  std::optional<MountingError> mounting;  // wrong extrinsics of a LiDAR: nothing is refined
};

// Registers the sweeps, estimates the bias of each LiDAR, registers again with the biases removed, forwards
// and backwards in time, finds loops, fuses registration, odometry, GNSS, gravity and loops, and compares the result
// with the odometry on every fifth sweep (every third of fewer than 100), every third fix and every second loop, which
// were kept aside. LiDAR odometry has seen the sweeps kept aside, too: the fused poses replace it unless they are
// worse. Poses are not refined and LiDARs not corrected if wrong extrinsics explain the difference. Sweeps must be
// deskewed or have point times. Errors: those of refine_poses(), estimate_lidar_bias(), find_loops() and fuse_poses().
Result<DriveRefinement> refine_drive(SweepSource& sweeps, const DriveMeasurements& drive, Progress& progress);

}  // namespace gs::mapping
