// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Estimates the systematic errors of each LiDAR from a drive: the elevation offset of its beams (by plane adjustment)
// and a constant rotation against odometry (by hand-eye calibration).
#pragma once

#include <string>
#include <vector>

#include "gs/core/options/options.h"
#include "gs/core/progress.h"
#include "gs/geometry/trajectory.h"
#include "gs/mapping/lidar_bias/elevation.h"

namespace gs::mapping {

// Options of estimate_lidar_bias(); descriptions and ranges are in describe().
struct LidarBiasOptions {
  double piece_m = 60;
  int max_pieces = 5;
  double key_step_m = 1;
  double thinning_m = 0.2;
  double min_range_m = 3;
  double max_range_m = 45;
};

void describe(auto& visit, LidarBiasOptions& o) {
  visit("piece_m", o.piece_m, "length of path of one adjustment", Range{10.0, 200.0});
  visit("max_pieces", o.max_pieces, "number of pieces of the drive that are adjusted", Range{1, 100});
  visit("key_step_m", o.key_step_m, "distance between the sweeps of an adjustment", Range{0.2, 10.0});
  visit("thinning_m", o.thinning_m, "edge of the voxels in which one point of a sweep is used", Range{0.05, 2.0});
  visit("min_range_m", o.min_range_m, "nearer points belong to the vehicle itself", Range{0.0, 20.0});
  visit("max_range_m", o.max_range_m, "points farther from the sensor are ignored", Range{5.0, 300.0});
}

// Estimate of one piece of the drive.
struct BiasPiece {
  double begin_m = 0, length_m = 0;                // along the path
  double elevation_rad = 0, formal_sigma_rad = 0;  // correction to be added to elevations
  double residual_without = 0, residual_with = 0;  // whitened RMS with the correction of the other pieces; 0: not
                                                   // compared
};

// Errors of one LiDAR. The correction holds what is significant; the reasons say why or why not.
struct LidarBias {
  std::size_t sensor = 0;
  std::vector<BiasPiece> pieces;
  double elevation_rad = 0, elevation_sigma_rad = 0;  // median of the pieces
  Vec3d rotation{}, rotation_sigma_rad{};             // rotation vector in base_link
  LidarCorrection correction{};
  std::string elevation_reason, rotation_reason;
};

// Decides whether the pieces agree with an elevation that was found without them: two thirds of them fit better with
// it; or they fit better on average, and at least three pieces, all of them, find an elevation of their own that
// differs from that of the others by less than half of its size. With few beams the fit of a piece is too noisy to
// decide alone.
bool others_agree(const std::vector<BiasPiece>& pieces);

// Estimates the bias of every LiDAR of the sweeps. `path` holds poses that agree locally with the sweeps (registered
// ones), `odometry` those of the log. The elevation is applied if it exceeds 0.02 deg and three times its uncertainty,
// and if others_agree() with the estimate of the other pieces; above 1 deg it is reported only.
// The rotation is applied per axis if it exceeds 0.15 deg and three times its uncertainty: odometry whose height drifts
// by 0.2 % of the distance looks like a pitch of 0.11 deg. Sweeps with point times are deskewed with the odometry.
// LiDARs that see too little have no pieces. Errors: interrupted; errors of the source are passed on.
Result<std::vector<LidarBias>> estimate_lidar_bias(SweepSource& sweeps, const Trajectory& path,
                                                   const Trajectory& odometry, const LidarBiasOptions& options,
                                                   Progress& progress);

// True if the poses are those of a plane: heights or roll and pitch never change. Such odometry says nothing about
// hills.
bool is_planar(const Trajectory& odometry);

}  // namespace gs::mapping
