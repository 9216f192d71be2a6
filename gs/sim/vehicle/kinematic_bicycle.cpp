// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/vehicle/kinematic_bicycle.h"

#include <cmath>

#include "gs/sim/vehicle/rk4.h"

namespace gs::sim {

PlanarState KinematicBicycle::advance(const PlanarState& state, const DriveCommand& steering, const DriveCommand& drive,
                                      const RoadInfluence& road, double dt_s) const {
  const Actuation actuation(options_, steering, drive, 0.0);
  // The speed is measured along the road; its horizontal part moves the vehicle in the map.
  const double horizontal = std::cos(road.pitch);
  PlanarState now = state;
  now.vy = 0;
  // One RK4 step per piece of smooth actuation; the last piece ends exactly at dt_s.
  for (double left = dt_s; left > 0;) {
    const ActuationPiece piece = actuation.next(now, left);
    now = rk4(now, piece.length_s(), [&](const PlanarState& s) {
      PlanarState d{};
      d.x = s.vx * std::cos(s.yaw) * horizontal;
      d.y = s.vx * std::sin(s.yaw) * horizontal;
      d.yaw = s.vx * std::tan(s.steering) / options_.wheelbase;
      d.vx = piece.speed_rate(s.acceleration);
      d.steering = piece.steering_rate(s.steering);
      d.acceleration = piece.delivered_rate(s.vx, s.acceleration);
      return d;
    });
    now = piece.finish(now);
    left -= piece.length_s();
    if (left < 1e-12) break;
  }
  now.yaw_rate = now.vx * std::tan(now.steering) / options_.wheelbase;
  return now;
}

}  // namespace gs::sim
