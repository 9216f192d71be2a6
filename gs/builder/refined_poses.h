// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Odometry corrected by the LiDAR sweeps, where it needs that.
#pragma once

#include <string_view>

#include "gs/builder/build_config.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"

namespace gs {

struct RefinementReport {
  bool refined = false;
  double largest_shift_m = 0;  // between odometry and sweeps, where they were compared
};

// Reads 00_mcap_ingest and 01_calibration; writes poses.csv to 01_calibration when poses are refined. `auto` compares
// odometry with the sweeps at the begin, in the middle and at the end of the drive, and refines when it is off by more
// than blurs a map. A drive without sweeps keeps its poses.
Result<RefinementReport> refine_recorded_poses(const Workspace& workspace, std::string_view mode, Problems& problems,
                                               Progress& progress);

}  // namespace gs
