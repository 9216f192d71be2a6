// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/geometry/quaternion.h"

#include <algorithm>
#include <cmath>

namespace gs {

Quaterniond to_quaternion(const Mat3d& r) {
  const auto& m = r.m;
  // 4 x^2 = 1 + 2 m00 - trace (likewise y, z) and 4 w^2 = 1 + trace: the largest of these is the largest component.
  const double candidates[4] = {m[0][0], m[1][1], m[2][2], m[0][0] + m[1][1] + m[2][2]};
  const int largest = static_cast<int>(std::max_element(candidates, candidates + 4) - candidates);
  Quaterniond q;
  if (largest == 3) {
    q = {m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1], 1.0 + candidates[3]};
  } else if (largest == 0) {
    q = {1.0 + m[0][0] - m[1][1] - m[2][2], m[0][1] + m[1][0], m[0][2] + m[2][0], m[2][1] - m[1][2]};
  } else if (largest == 1) {
    q = {m[0][1] + m[1][0], 1.0 - m[0][0] + m[1][1] - m[2][2], m[1][2] + m[2][1], m[0][2] - m[2][0]};
  } else {
    q = {m[0][2] + m[2][0], m[1][2] + m[2][1], 1.0 - m[0][0] - m[1][1] + m[2][2], m[1][0] - m[0][1]};
  }
  // So far q is multiplied by 4 times its largest component; normalising takes that out.
  q = normalized(q);
  return q.w < 0 ? Quaterniond{-q.x, -q.y, -q.z, -q.w} : q;
}

Rpy to_rpy(const Quaterniond& q) {
  const double sin_pitch = std::clamp(2.0 * (q.w * q.y - q.z * q.x), -1.0, 1.0);
  const double pitch = std::asin(sin_pitch);
  if (std::abs(sin_pitch) > 1.0 - 1e-12) {  // gimbal lock: only the sum or difference of roll and yaw is defined
    return {0.0, pitch, (sin_pitch > 0 ? -2.0 : 2.0) * std::atan2(q.x, q.w)};
  }
  return {std::atan2(2.0 * (q.w * q.x + q.y * q.z), 1.0 - 2.0 * (q.x * q.x + q.y * q.y)), pitch,
          std::atan2(2.0 * (q.w * q.z + q.x * q.y), 1.0 - 2.0 * (q.y * q.y + q.z * q.z))};
}

Quaterniond slerp(const Quaterniond& a, const Quaterniond& b, double t) {
  const double d = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  const double sign = d < 0 ? -1.0 : 1.0;  // q and -q are the same rotation: take the nearer one
  const double angle = std::acos(std::min(std::abs(d), 1.0));
  const double s = std::sin(angle);
  // For nearly equal rotations sin(angle) vanishes, and linear interpolation is exact to rounding.
  const double ka = s < 1e-9 ? 1.0 - t : std::sin((1.0 - t) * angle) / s;
  const double kb = sign * (s < 1e-9 ? t : std::sin(t * angle) / s);
  return normalized(Quaterniond{ka * a.x + kb * b.x, ka * a.y + kb * b.y, ka * a.z + kb * b.z, ka * a.w + kb * b.w});
}

Quaterniond rotation_from_vector(Vec3d w) {
  const double angle = norm(w);
  // sin(angle / 2) / angle, by its Taylor series near 0.
  const double k = angle < 1e-9 ? 0.5 - angle * angle / 48.0 : std::sin(0.5 * angle) / angle;
  return normalized(Quaterniond{w.x * k, w.y * k, w.z * k, std::cos(0.5 * angle)});
}

Vec3d rotation_vector(const Quaterniond& q) {
  const double sign = q.w < 0 ? -1.0 : 1.0;  // of q and -q, the one with an angle of at most pi
  const Vec3d u{sign * q.x, sign * q.y, sign * q.z};
  const double s = norm(u);
  const double k = s < 1e-9 ? 2.0 : 2.0 * std::atan2(s, sign * q.w) / s;
  return u * k;
}

double angle_between(const Quaterniond& a, const Quaterniond& b) { return norm(rotation_vector(a.conjugate() * b)); }

}  // namespace gs
