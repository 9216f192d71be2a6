// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The car that records: a smooth drive along its lane, in closed form at every instant.
#pragma once

#include "gs/geometry/rigid.h"
#include "gs/synth/street/road.h"

namespace gs {

struct EgoOptions {
  double speed_mps = 10.5;
  double start_s_m = 8.0;
  double wander_m = 0.22;  // how far it leaves the middle of its lane
};

void describe(auto& visit, EgoOptions& o) {
  visit("speed_mps", o.speed_mps, "cruising speed [m/s]", Range{0.5, 25});
  visit("start_s_m", o.start_s_m, "where on the road the drive starts [m]", Range{0, 3900});
  visit("wander_m", o.wander_m, "amplitude of the sway in the lane [m]", Range{0, 0.5});
}

// Motion of a point fixed to the car.
struct Motion {
  Rigid3d map_from_body;
  Vec3d velocity_mps;          // in map
  Vec3d acceleration_mps2;     // in map
  Vec3d angular_velocity_rps;  // in the body
};

// The speed rises along a quintic (|acceleration| < 2 m/s^2, |jerk| < 1.5 m/s^3), falls by a fifth in the bend, and is
// lowered as a whole where the drive would not fit on the road.
class Ego {
 public:
  static constexpr double kWheelbase = 2.8, kTrack = 1.6;

  Ego(const Road& road, double duration_s, const EgoOptions& options);

  // base_link: x forward, z up, centre of the rear axle on the ground. Any time; the road is straight beyond its ends.
  Rigid3d map_from_base(double time_s) const;
  // Of a frame at base_from_body. By differences of the closed form over 1 ms.
  Motion motion(double time_s, const Rigid3d& base_from_body = {}) const;
  double distance_along_road(double time_s) const;

 private:
  double lateral(double s) const;
  const Road* road_;
  EgoOptions options_;
  double cruise_mps_ = 0, bend_time_s_ = 0;
};

}  // namespace gs
