// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Between geometry_msgs and the types of gs/geometry.
#pragma once

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/rosmsg/messages/geometry_msgs.h"

namespace gs {

inline Vec3d to_vec(const geometry_msgs::Point& p) { return {p.x, p.y, p.z}; }
inline Vec3d to_vec(const geometry_msgs::Vector3& v) { return {v.x, v.y, v.z}; }
inline geometry_msgs::Point to_point(const Vec3d& v) { return {v.x, v.y, v.z}; }
inline geometry_msgs::Vector3 to_vector3(const Vec3d& v) { return {v.x, v.y, v.z}; }
inline geometry_msgs::Quaternion to_quaternion_msg(const Quaterniond& q) { return {q.x, q.y, q.z, q.w}; }

// A pose of X in frame F, and a transform with parent F and child X, are both f_from_x.
inline geometry_msgs::Pose to_pose(const Rigid3d& r) {
  return {to_point(r.translation), to_quaternion_msg(r.rotation)};
}
inline geometry_msgs::Transform to_transform(const Rigid3d& r) {
  return {to_vector3(r.translation), to_quaternion_msg(r.rotation)};
}

// The unit quaternion. A norm off by more than 1e-3 and numbers that are not finite are errors: invalid_data.
Result<Quaterniond> to_rotation(const geometry_msgs::Quaternion& q);
Result<Rigid3d> to_rigid(const geometry_msgs::Pose& pose);
Result<Rigid3d> to_rigid(const geometry_msgs::Transform& transform);

}  // namespace gs
