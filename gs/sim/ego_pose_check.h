// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Whether somebody outside may put the car there, at that speed.
#pragma once

#include <optional>

#include "gs/geometry/rigid.h"
#include "gs/sim/options.h"
#include "gs/sim/sim_error.h"

namespace gs::sim {

// The farthest position in map [m], as in simulation.initial_pose.
inline constexpr double kMaxPosition = 1e7;
inline constexpr double kMaxHeight = 1e5;

// Checks a pose of base_link in map and a speed [m/s] along base_link's x axis. Errors: INVALID_QUATERNION (norm off by
// more than 1e-3), INVALID_TRANSFORM (not finite, or farther than kMaxPosition / kMaxHeight), INVALID_CONTROL_INPUT (a
// speed beyond the vehicle's).
std::optional<SimError> check_ego_pose(const Rigid3d& map_from_base_link, double speed, const VehicleOptions& vehicle);

}  // namespace gs::sim
