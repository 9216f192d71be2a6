// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Classic fourth-order Runge-Kutta integration of PlanarState; derivatives are stored in the same type.
#pragma once

#include "gs/sim/vehicle/actuation.h"

namespace gs::sim {

// Returns a + k b, field by field.
inline PlanarState add_scaled(const PlanarState& a, const PlanarState& b, double k) {
  return {a.x + k * b.x,
          a.y + k * b.y,
          a.yaw + k * b.yaw,
          a.vx + k * b.vx,
          a.vy + k * b.vy,
          a.yaw_rate + k * b.yaw_rate,
          a.steering + k * b.steering,
          a.acceleration + k * b.acceleration};
}

// Advances s by one step of h seconds; f(state) returns the time derivative. The system must not depend on time
// explicitly.
template <class Derivative>
PlanarState rk4(const PlanarState& s, double h, Derivative&& f) {
  const PlanarState k1 = f(s);
  const PlanarState k2 = f(add_scaled(s, k1, 0.5 * h));
  const PlanarState k3 = f(add_scaled(s, k2, 0.5 * h));
  const PlanarState k4 = f(add_scaled(s, k3, h));
  PlanarState out = add_scaled(s, k1, h / 6.0);
  out = add_scaled(out, k2, h / 3.0);
  out = add_scaled(out, k3, h / 3.0);
  return add_scaled(out, k4, h / 6.0);
}

}  // namespace gs::sim
