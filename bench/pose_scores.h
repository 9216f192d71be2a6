// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How far poses are from the truth, and a drift to start from.
#pragma once

#include "gs/geometry/trajectory.h"

namespace bench {

// 0.3 m and one degree at most, smooth, nothing at the start: up, back and up again over the drive.
gs::Trajectory drifted(const gs::Trajectory& truth);

struct PoseScore {
  double position_m = 0, turn_deg = 0;  // root mean squares
};
PoseScore score_poses(const gs::Trajectory& truth, const gs::Trajectory& other);

}  // namespace bench
