// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Poses between the poses of a trajectory, smooth in velocity.
#pragma once

#include <optional>

#include "gs/geometry/trajectory.h"

namespace gs::mapping {

// Catmull-Rom through the four poses around t, for the position and for the rotation vector relative to the pose before
// t. A line between poses h apart is off by a h^2 / 8, which in turns is centimetres at 50 m for 10 Hz poses; the cubic
// is better by an order of h. Next to the ends and to gaps it falls back to Trajectory::at.
std::optional<Rigid3d> smooth_pose_at(const Trajectory& trajectory, Timestamp t, Duration tolerance = {});

}  // namespace gs::mapping
