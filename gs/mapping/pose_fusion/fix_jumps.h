// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Jumps of GNSS positions against the path of a drive: reflections, a lost correction signal, a change of the datum.
#pragma once

#include <vector>

#include "gs/mapping/pose_fusion/fuse_poses.h"

namespace gs::mapping {

// A jump between two fixes.
struct FixJump {
  Timestamp stamp;    // of the first fix after it
  double size_m = 0;  // horizontal
};

// The fixes that agree with each other, and the jumps between all of them.
struct SteadyFixes {
  std::vector<PositionFix> fixes;  // in time order
  std::vector<FixJump> jumps;
  std::size_t left_out = 0;
};

// Splits fixes where their offset from the path changes from one fix to the next by more than 5 m, by more than the
// uncertainty of the two fixes (4 standard deviations), and by more than a fifth of the way between them. Where the
// path itself jumps (a step of its poses that no vehicle drives) the fixes are not blamed. Of the parts, those that
// agree with each other and have most fixes are kept; of equals, the earlier ones. Without an alignment of path and
// fixes all are kept.
SteadyFixes without_jumps(const Trajectory& path, const std::vector<PositionFix>& fixes, Vec3d antenna_in_base);

}  // namespace gs::mapping
