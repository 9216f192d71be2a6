// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How far the refined poses lie from those of the log, along the drive.
#pragma once

#include <vector>

#include "gs/builder/workspace.h"
#include "gs/geometry/vec.h"

namespace gs::builder {

// Correction of one pose.
struct PoseCorrection {
  double at_m = 0;      // distance along the refined path
  Vec3d shift_m{};      // in the axes of the recorded pose: forward, left, up
  double turn_deg = 0;  // angle of the rotation
};

// Corrections of all refined poses; empty if the poses of the log are used. Errors: those of the file readers.
Result<std::vector<PoseCorrection>> read_pose_corrections(const Workspace& workspace);

}  // namespace gs::builder
