// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/geometry.h"

#include <cmath>

namespace gs::rosmsg {
namespace {

constexpr double kMaxNormError = 1e-3;

Result<Rigid3d> rigid_from(const geometry_msgs::Quaternion& rotation, const Vec3d& translation) {
  if (!std::isfinite(translation.x) || !std::isfinite(translation.y) || !std::isfinite(translation.z)) {
    return fail(ErrorCode::invalid_data, "position is not finite: {} {} {}", translation.x, translation.y,
                translation.z);
  }
  GS_TRY(const Quaterniond q, to_rotation(rotation));
  return Rigid3d{q, translation};
}

}  // namespace

Result<Quaterniond> to_rotation(const geometry_msgs::Quaternion& q) {
  const double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  // The negated comparison also rejects NaN.
  if (!(std::abs(length - 1.0) <= kMaxNormError)) {
    return fail(ErrorCode::invalid_data, "quaternion has norm {}, not 1: {} {} {} {}", length, q.x, q.y, q.z, q.w);
  }
  return Quaterniond{q.x / length, q.y / length, q.z / length, q.w / length};
}

Result<Rigid3d> to_rigid(const geometry_msgs::Pose& pose) {
  return rigid_from(pose.orientation, to_vec(pose.position));
}
Result<Rigid3d> to_rigid(const geometry_msgs::Transform& transform) {
  return rigid_from(transform.rotation, to_vec(transform.translation));
}

}  // namespace gs::rosmsg
