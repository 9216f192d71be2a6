// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/vehicle/ego_pose_check.h"

#include <cmath>

#include "gs/core/format.h"

namespace gs::sim {
namespace {

SimError error(SimErrorType type, std::string detail) { return {"EgoStateCore", type, std::move(detail)}; }

}  // namespace

// All comparisons are written so that NaN fails the check.
std::optional<SimError> check_ego_pose(const Rigid3d& pose, double speed, const VehicleOptions& vehicle) {
  const Vec3d& p = pose.translation;
  if (!(std::abs(p.x) <= kMaxPosition) || !(std::abs(p.y) <= kMaxPosition) || !(std::abs(p.z) <= kMaxHeight)) {
    return error(SimErrorType::invalid_transform, format("position x={} y={} z={} is outside +-{} m (z: +-{} m)", p.x,
                                                         p.y, p.z, kMaxPosition, kMaxHeight));
  }
  const double length = norm(pose.rotation);
  if (!(std::abs(length - 1.0) <= 1e-3))
    return error(SimErrorType::invalid_quaternion, format("norm={}, must be 1 +- 0.001", length));
  const double lowest = vehicle.allow_reverse ? -vehicle.max_reverse_speed : 0.0;
  if (!(speed >= lowest) || !(speed <= vehicle.max_speed)) {
    return error(SimErrorType::invalid_control_input,
                 format("speed={} m/s is outside the range {} to max_speed={}{}", speed, lowest, vehicle.max_speed,
                        speed < 0 && !vehicle.allow_reverse ? "; vehicle.allow_reverse is false" : ""));
  }
  return std::nullopt;
}

}  // namespace gs::sim
