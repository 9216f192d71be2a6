// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Poses of a drive from odometry, LiDAR registration and GNSS, and the errors of the LiDARs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/build_config.h"
#include "gs/builder/recording/recorded_fixes.h"
#include "gs/core/json/node.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/mapping/pose_fusion/refine_drive.h"

namespace gs::builder {

// Errors found for one LiDAR.
struct LidarBiasReport {
  std::string id;
  mapping::LidarBias bias;
};

// Result of refine_recorded_poses(): what was decided, by how much, and on what evidence.
struct RefinementReport {
  bool tried = false, refined = false;
  std::string reason = "not tried";
  double largest_shift_m = 0, largest_turn_rad = 0;  // of fused poses against the log's
  std::size_t sweeps = 0, unmatched = 0, fixes = 0;  // registered sweeps, those that matched too little, fixes used
  std::size_t loops = 0, refused_loops = 0;          // closed; found, but in contradiction to the rest
  bool from_lidar = false;                           // the poses before are those of LiDAR odometry
  std::vector<mapping::Witness> witnesses;           // evidence that was kept aside
  std::vector<LidarBiasReport> lidars;
  std::vector<mapping::PredictedStretch> weak;     // where odometry decides, because the surroundings show no motion
  std::optional<mapping::MountingError> mounting;  // wrong extrinsics of a LiDAR
  std::string wrong_lidar;                         // its id
};

// Name of the report in 01_calibration; statistics.pose_refinement of build_report.json holds the same.
inline constexpr std::string_view kRefinementReport = "pose_refinement.json";
Node to_node(const RefinementReport& report);
// Sentences for the screen, one per line.
std::vector<std::string> to_lines(const RefinementReport& report);

// Estimates the errors of the LiDARs, registers all sweeps with those removed, finds loops, and fuses registration, the
// poses of the ingest, GNSS, loops and (for poses of LiDAR odometry) gravity in one pose graph. `mode` is kRefineNever:
// nothing is done; kRefineAlways: the fused poses are taken; kRefineAuto: they are taken if evidence that was not
// fitted gets better, in place of LiDAR odometry unless it gets worse. Reads 00_mcap_ingest and 01_calibration; writes
// poses.csv (if poses are taken), lidar_corrections.json (if a LiDAR is corrected) and the report to 01_calibration. A
// drive without sweeps keeps its poses.
Result<RefinementReport> refine_recorded_poses(const Workspace& workspace, std::string_view mode,
                                               const mapping::GnssTrack& gnss, Problems& problems, Progress& progress);

}  // namespace gs::builder
