// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Errors of poses against the truth, and a drift to be corrected.
#pragma once

#include "gs/geometry/trajectory.h"

namespace bench {

// True poses with a smooth drift of at most 0.3 m and one degree, zero at the start, oscillating over the drive.
gs::Trajectory drifted(const gs::Trajectory& truth);

// Root mean square errors.
struct PoseScore {
  double position_m = 0, turn_deg = 0;
};
// Errors of `other` at the poses of `truth`, without alignment.
PoseScore score_poses(const gs::Trajectory& truth, const gs::Trajectory& other);

}  // namespace bench
