// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The recording vehicle: a smooth drive along its lane, in closed form at every time.
#pragma once

#include "gs/geometry/rigid.h"
#include "gs/synth/street/road.h"

namespace gs::synth {

// Speed and path of the drive.
struct EgoOptions {
  double speed_mps = 10.5;
  double start_s_m = 8.0;
  double wander_m = 0.22;  // amplitude of the sway about the lane's centre
  int laps = 0;            // on a loop: laps until the end of the drive, which then decide the speed; 0: none
};

void describe(auto& visit, EgoOptions& o) {
  visit("speed_mps", o.speed_mps, "cruising speed [m/s]; 0: the vehicle stands still", Range{0, 25});
  visit("start_s_m", o.start_s_m, "distance along the road at the start [m]", Range{0, 3900});
  visit("wander_m", o.wander_m, "amplitude of the sway about the lane's centre [m]", Range{0, 0.5});
  visit("laps", o.laps, "laps of a loop, which set the speed so that the drive ends where it began; 0: as speed_mps",
        Range{0, 100});
}

// Motion of a frame fixed to the vehicle.
struct Motion {
  Rigid3d map_from_body;
  Vec3d velocity_mps;          // in map
  Vec3d acceleration_mps2;     // in map
  Vec3d angular_velocity_rps;  // in the body
};

// Speed profile: it rises along a quintic (|acceleration| < 2 m/s^2, |jerk| < 1.5 m/s^3), falls by a fifth in the bend
// of an open road and to 5 m/s in a sharp turn, and is scaled down if the drive would not fit on the road.
class Ego {
 public:
  static constexpr double kWheelbase = 2.8, kTrack = 1.6;

  Ego(const Road& road, double duration_s, const EgoOptions& options);

  // Pose of base_link: x forward, z up, origin at the centre of the rear axle on the ground. Any time is valid; the
  // road is straight beyond its ends.
  Rigid3d map_from_base(double time_s) const;
  // Motion of a frame at base_from_body, by central differences of the closed form over 1 ms.
  Motion motion(double time_s, const Rigid3d& base_from_body = {}) const;
  // Road coordinate s of the vehicle [m]. It goes on growing over the laps of a loop.
  double distance_along_road(double time_s) const;

 private:
  void plan_loop(double duration_s);
  void plan_turn(double turn_s);
  double lateral(double s) const;
  const Road* road_;
  EgoOptions options_;
  double cruise_mps_ = 0, bend_time_s_ = 0, bend_share_ = 0;
  double sway_m_ = 85;  // wavelength of the sway
};

}  // namespace gs::synth
