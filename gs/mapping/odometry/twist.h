// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Constant velocities of a rigid body, and the motion that they cause.
#pragma once

#include "gs/geometry/rigid.h"

namespace gs::mapping {

// Angular [rad/s] and linear [m/s] velocity in the axes of the body.
struct Twist {
  Vec3d angular, linear;
  friend Twist operator*(const Twist& t, double k) { return {t.angular * k, t.linear * k}; }
  friend Twist operator+(const Twist& a, const Twist& b) { return {a.angular + b.angular, a.linear + b.linear}; }
  friend Twist operator-(const Twist& a, const Twist& b) { return {a.angular - b.angular, a.linear - b.linear}; }
};

// Exponential of SE(3): body(0)_from_body(duration_s) of a body that moves with a constant twist.
Rigid3d motion_of(const Twist& twist, double duration_s);
// Its inverse: the constant twist that moves a body by `motion` in duration_s > 0. Rotations below pi.
Twist twist_of(const Rigid3d& motion, double duration_s);

}  // namespace gs::mapping
