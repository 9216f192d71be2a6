// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Interpolation of trajectories with continuous velocity.
#pragma once

#include <optional>

#include "gs/geometry/trajectory.h"

namespace gs::mapping {

// Pose at t by Catmull-Rom interpolation of the four poses around it: of the position, and of the rotation vector
// relative to the pose before t. Linear interpolation between poses h apart is off by a h^2 / 8 (a: acceleration); in
// curves that is centimetres at 50 m for 10 Hz poses. Near the ends of the trajectory and near gaps it falls back to
// Trajectory::at(t, tolerance), which is empty outside the trajectory.
std::optional<Rigid3d> smooth_pose_at(const Trajectory& trajectory, Timestamp t, Duration tolerance = {});

}  // namespace gs::mapping
