// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rotations as unit quaternions in the order [x, y, z, w], as in all our files and in ROS. Angles are in radians.
#pragma once

#include "gs/geometry/mat3.h"

namespace gs {

// x, y, z is the vector part, w the real part. The default is the identity. Products compose rotations: (a * b) * v is
// a * (b * v).
template <class T>
struct Quaternion {
  T x{0}, y{0}, z{0}, w{1};

  // Rotation by angle_rad about unit_axis, counter-clockwise when the axis points at the viewer.
  GS_HD static Quaternion from_axis_angle(Vec3<T> unit_axis, T angle_rad) {
    const T s = sin(angle_rad * T(0.5));
    return {unit_axis.x * s, unit_axis.y * s, unit_axis.z * s, cos(angle_rad * T(0.5))};
  }
  // Intrinsic Z-Y-X angles: yaw about z, then pitch about the rotated y, then roll about the twice rotated x.
  GS_HD static Quaternion from_rpy(T roll, T pitch, T yaw) {
    const T half(0.5);
    const T cr = cos(roll * half), sr = sin(roll * half);
    const T cp = cos(pitch * half), sp = sin(pitch * half);
    const T cy = cos(yaw * half), sy = sin(yaw * half);
    return {sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy,
            cr * cp * cy + sr * sp * sy};
  }
  GS_HD friend Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
  }
  // Rotates v. The quaternion must have unit length.
  GS_HD friend Vec3<T> operator*(const Quaternion& q, Vec3<T> v) {
    const Vec3<T> u{q.x, q.y, q.z};
    const Vec3<T> t = cross(u, v) * T(2);
    return v + t * q.w + cross(u, t);
  }
  // The inverse rotation, if the quaternion has unit length.
  GS_HD Quaternion conjugate() const { return {-x, -y, -z, w}; }
  friend bool operator==(const Quaternion&, const Quaternion&) = default;
};

using Quaterniond = Quaternion<double>;
using Quaternionf = Quaternion<float>;

// Length of the four-component vector; normalized() divides by it.
template <class T>
GS_HD T norm(const Quaternion<T>& q) {
  return sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
}
template <class T>
GS_HD Quaternion<T> normalized(const Quaternion<T>& q) {
  const T k = T(1) / norm(q);
  return {q.x * k, q.y * k, q.z * k, q.w * k};
}

// Rotation matrix of a unit quaternion.
template <class T>
GS_HD Mat3<T> to_matrix(const Quaternion<T>& q) {
  const T two(2), one(1);
  const T xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const T xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
  const T wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  return {{{one - two * (yy + zz), two * (xy - wz), two * (xz + wy)},
           {two * (xy + wz), one - two * (xx + zz), two * (yz - wx)},
           {two * (xz - wy), two * (yz + wx), one - two * (xx + yy)}}};
}

// Unit quaternion, with w >= 0, of a rotation matrix. Shepperd 1978: the largest component is computed first and the
// others are divided by it, which avoids a division by a small number.
Quaterniond to_quaternion(const Mat3d& rotation);

// Roll, pitch and yaw [rad], intrinsic Z-Y-X as in Quaternion::from_rpy().
struct Rpy {
  double roll = 0, pitch = 0, yaw = 0;
};
// The angles of a unit quaternion, with pitch in [-pi/2, pi/2]. At a pitch of +-pi/2 (gimbal lock) roll is 0.
Rpy to_rpy(const Quaterniond& q);

// Spherical linear interpolation (Shoemake 1985): the shorter rotation from a (t = 0) to b (t = 1) at constant angular
// speed. Both must have unit length.
Quaterniond slerp(const Quaterniond& a, const Quaterniond& b, double t);

// Exponential and logarithm of rotations: the rotation by the angle |w| [rad] about the axis w, and the vector of a
// rotation, at most pi long.
Quaterniond rotation_from_vector(Vec3d w);
Vec3d rotation_vector(const Quaterniond& q);

// Angle of the rotation from a to b [rad], in [0, pi].
double angle_between(const Quaterniond& a, const Quaterniond& b);

}  // namespace gs
