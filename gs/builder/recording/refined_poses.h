// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Correction of odometry by registration of LiDAR sweeps, if it drifts.
#pragma once

#include <string_view>

#include "gs/builder/build_config.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"

namespace gs::builder {

// Result of refine_recorded_poses().
struct RefinementReport {
  bool refined = false;
  double largest_shift_m = 0;  // largest difference between odometry and registration
};

// Reads 00_mcap_ingest and 01_calibration; writes poses.csv to 01_calibration if poses are refined. `mode` is
// kRefineAuto, kRefineAlways or kRefineNever. `auto` compares odometry with sweeps at the start, in the middle and at
// the end of the drive and refines if the difference would blur the map. A drive without sweeps keeps its poses.
Result<RefinementReport> refine_recorded_poses(const Workspace& workspace, std::string_view mode, Problems& problems,
                                               Progress& progress);

}  // namespace gs::builder
