// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The path that a drive's odometry states: dead reckoning with errors that grow with the distance travelled.
//
// With the true path x(l) over the travelled length l, the stated path is
//   y(l) = y(0) + integral of (1 + scale) Rz(k l) dx + rise l e_z,   R_stated = Rz(k l) R
// so that a straight drive becomes an arc of radius 1/k.
#pragma once

#include <vector>

#include "gs/synth/drive/options.h"

namespace gs::synth {

// Evaluates the stated path at any time of the drive, from 0.2 s before its start to 0.5 s after its end. Keeps a
// pointer to the ego vehicle, which must outlive it.
class OdometryPath {
 public:
  OdometryPath(const Ego& ego, const DriveOptions& options);

  // odom_from_base at a time. Without errors it equals map_from_base.
  Rigid3d odom_from_base(double time_s) const;
  // Pose and velocities as the log states them: velocity in odom, angular velocity in base_link. The acceleration is 0.
  Motion motion(double time_s) const;
  // Distance travelled since time 0 [m]; negative before.
  double travelled_m(double time_s) const;

 private:
  // State of the integral at one step.
  struct Node {
    double travelled_m = 0;
    Vec3d position;  // y(l)
  };
  Node advance(const Node& from, const Rigid3d& a, const Rigid3d& b) const;
  Node node_at(double time_s) const;

  const Ego* ego_;
  MotionOptions drift_;
  double scale_, yaw_rad_per_m_, rise_;
  bool drifts_, planar_;
  std::vector<Node> nodes_;  // every 10 ms from kFirst
};

}  // namespace gs::synth
