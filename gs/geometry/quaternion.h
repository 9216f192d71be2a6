// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rotations as quaternions [x, y, z, w], the order of every file of ours.
#pragma once

#include "gs/geometry/mat3.h"

namespace gs {

template <class T>
struct Quaternion {
  T x{0}, y{0}, z{0}, w{1};

  GS_HD static Quaternion from_axis_angle(Vec3<T> unit_axis, T angle_rad) {
    const T s = sin(angle_rad * T(0.5));
    return {unit_axis.x * s, unit_axis.y * s, unit_axis.z * s, cos(angle_rad * T(0.5))};
  }
  // Intrinsic Z-Y-X: yaw about z, then pitch about the new y, then roll about the newest x.
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
  // Rotates v; the quaternion has unit length.
  GS_HD friend Vec3<T> operator*(const Quaternion& q, Vec3<T> v) {
    const Vec3<T> u{q.x, q.y, q.z};
    const Vec3<T> t = cross(u, v) * T(2);
    return v + t * q.w + cross(u, t);
  }
  GS_HD Quaternion conjugate() const { return {-x, -y, -z, w}; }
  friend bool operator==(const Quaternion&, const Quaternion&) = default;
};

using Quaterniond = Quaternion<double>;
using Quaternionf = Quaternion<float>;

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

// The unit quaternion of a rotation matrix, w >= 0 (Shepperd 1978: divide by the largest component).
Quaterniond to_quaternion(const Mat3d& rotation);

struct Rpy {
  double roll = 0, pitch = 0, yaw = 0;
};
Rpy to_rpy(const Quaterniond& q);

// Shortest way from a (t = 0) to b (t = 1) at constant speed.
Quaterniond slerp(const Quaterniond& a, const Quaterniond& b, double t);

// The rotation of angle |w| about w, and its inverse (|result| <= pi).
Quaterniond rotation_from_vector(Vec3d w);
Vec3d rotation_vector(const Quaterniond& q);

// Angle between two rotations, in [0, pi].
double angle_between(const Quaterniond& a, const Quaterniond& b);

}  // namespace gs
