// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/twist.h"

#include <cmath>

namespace gs::mapping {

// translation = V v with V = I + (1 - cos a) / a^2 [w] + (a - sin a) / a^3 [w]^2, a = |w| (Murray, Li and Sastry 1994,
// eq. 2.36).
Rigid3d motion_of(const Twist& twist, double duration_s) {
  const Vec3d w = twist.angular * duration_s, v = twist.linear * duration_s;
  const double a2 = dot(w, w), a = std::sqrt(a2);
  // Small angles would divide two numbers that are nearly zero: the first terms of the series take over.
  const double p = a < 1e-4 ? 0.5 - a2 / 24 : (1 - std::cos(a)) / a2;
  const double q = a < 1e-4 ? 1.0 / 6 - a2 / 120 : (a - std::sin(a)) / (a2 * a);
  const Vec3d wv = cross(w, v);
  return {rotation_from_vector(w), v + wv * p + cross(w, wv) * q};
}

// V^-1 = I - [w] / 2 + (1 / a^2 - (1 + cos a) / (2 a sin a)) [w]^2.
Twist twist_of(const Rigid3d& motion, double duration_s) {
  const Vec3d w = rotation_vector(motion.rotation), t = motion.translation;
  const double a2 = dot(w, w), a = std::sqrt(a2);
  const double q = a < 1e-4 ? 1.0 / 12 + a2 / 720 : 1 / a2 - (1 + std::cos(a)) / (2 * a * std::sin(a));
  const Vec3d wt = cross(w, t);
  const Vec3d v = t - wt * 0.5 + cross(w, wt) * q;
  return {w / duration_s, v / duration_s};
}

}  // namespace gs::mapping
