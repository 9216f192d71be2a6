// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Conversions between geometry_msgs and the types of gs/geometry. Lengths in metres, quaternions as [x, y, z, w].
#pragma once

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/rosmsg/messages/geometry_msgs.h"

namespace gs::rosmsg {

// Copies of the components.
inline Vec3d to_vec(const geometry_msgs::Point& p) { return {p.x, p.y, p.z}; }
inline Vec3d to_vec(const geometry_msgs::Vector3& v) { return {v.x, v.y, v.z}; }
inline geometry_msgs::Point to_point(const Vec3d& v) { return {v.x, v.y, v.z}; }
inline geometry_msgs::Vector3 to_vector3(const Vec3d& v) { return {v.x, v.y, v.z}; }
inline geometry_msgs::Quaternion to_quaternion_msg(const Quaterniond& q) { return {q.x, q.y, q.z, q.w}; }

// A rigid transform f_from_x as the pose of x in frame f, or as the transform with parent frame f and child frame x.
inline geometry_msgs::Pose to_pose(const Rigid3d& r) {
  return {to_point(r.translation), to_quaternion_msg(r.rotation)};
}
inline geometry_msgs::Transform to_transform(const Rigid3d& r) {
  return {to_vector3(r.translation), to_quaternion_msg(r.rotation)};
}

// The inverse conversions, with normalised quaternions. Errors: invalid_data if a number is not finite or the norm of
// the quaternion differs from 1 by more than 1e-3.
Result<Quaterniond> to_rotation(const geometry_msgs::Quaternion& q);
Result<Rigid3d> to_rigid(const geometry_msgs::Pose& pose);
Result<Rigid3d> to_rigid(const geometry_msgs::Transform& transform);

}  // namespace gs::rosmsg
