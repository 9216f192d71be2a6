// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Checks a pose and a speed that a user or another process wants to give to the vehicle.
#pragma once

#include <optional>

#include "gs/geometry/rigid.h"
#include "gs/sim/options.h"
#include "gs/sim/sim_error.h"

namespace gs::sim {

// Limits of |x| and |y|, and of |z|, in map [m]; the same as for simulation.initial_pose.
inline constexpr double kMaxPosition = 1e7;
inline constexpr double kMaxHeight = 1e5;

// Checks a pose of base_link in map and a speed [m/s] along base_link x. Empty if both are valid. Errors:
// INVALID_QUATERNION (norm off by more than 1e-3), INVALID_TRANSFORM (not finite, or beyond kMaxPosition / kMaxHeight),
// INVALID_CONTROL_INPUT (speed outside the vehicle's range).
std::optional<SimError> check_ego_pose(const Rigid3d& map_from_base_link, double speed, const VehicleOptions& vehicle);

}  // namespace gs::sim
