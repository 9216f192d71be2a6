// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The pose of an actor between its samples.
#pragma once

#include <optional>

#include "gs/geometry/vec.h"
#include "gs/world/actors/actors.h"

namespace gs::world {

// Pose and motion of an actor at one time: centre of the box's floor in map.
struct ActorPose {
  Vec3d position{};            // [m]
  double yaw = 0;              // [rad], -pi to pi
  double pitch = 0, roll = 0;  // [rad]; 0 without these columns
  double v = 0;                // along yaw, negative when reversing [m/s]
  double yaw_rate = 0;         // [rad/s]
  PhaseKind phase = PhaseKind::moving;
};

// Pose at time t [s after zero]. Empty before the first and after the last sample: the actor does not exist then.
// Cubic Hermite curves through the samples: x and y with the slopes v cos(yaw) and v sin(yaw), z with finite
// differences, the unwrapped yaw with yaw_rate. v is the length of the derivative with the sign of the recorded v. The
// columns must be valid (parse_actor_trajectories() without errors). Allocates nothing.
std::optional<ActorPose> pose_at(const ActorTrajectory& actor, double t);

// Kind of the phase at time t; moving if no phase covers t.
PhaseKind phase_at(const ActorTrajectory& actor, double t);

}  // namespace gs::world
