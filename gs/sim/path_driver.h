// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A built-in driver: pure pursuit (Coulter 1992) along a recorded drive, so that a world can be driven without a stack.
#pragma once

#include <vector>

#include "gs/geometry/trajectory.h"
#include "gs/sim/options.h"
#include "gs/world/data.h"

namespace gs::sim {

struct PathDriverOptions {
  double lookahead_s = 0.8;  // of the present speed
  double min_lookahead_m = 3.0;
  double max_lookahead_m = 20.0;
  double max_lateral_acceleration = 3.0;  // [m/s^2]
  double braking = 2.0;                   // [m/s^2] towards slower parts and the end
  double min_speed = 2.0;                 // [m/s] where the recording stood still
  double max_speed = 150.0;               // [m/s] however fast the recording was
};
void describe(auto& visit, PathDriverOptions& o) {
  visit("lookahead_s", o.lookahead_s, "seconds looked ahead", Range{0.0, 10.0});
  visit("min_lookahead_m", o.min_lookahead_m, "[m]", Range{0.1, 100.0});
  visit("max_lookahead_m", o.max_lookahead_m, "[m]", Range{0.1, 200.0});
  visit("max_lateral_acceleration", o.max_lateral_acceleration, "in bends [m/s^2]", Range{0.1, 20.0});
  visit("braking", o.braking, "towards slower parts and the end [m/s^2]", Range{0.1, 20.0});
  visit("min_speed", o.min_speed, "where the recording stood still [m/s]", Range{0.0, 50.0});
  visit("max_speed", o.max_speed, "however fast the recording was [m/s]", Range{0.1, 150.0});
}

class PathDriver {
 public:
  PathDriver(const Trajectory& recorded, const PathDriverOptions& options, const VehicleOptions& vehicle);

  // The command for this moment. Remembers how far along the path the car is, so that a path may cross itself.
  ControlInput drive(const EgoState& ego);
  bool finished() const { return finished_; }
  double length_m() const { return points_.empty() ? 0.0 : points_.back().distance_m; }
  void restart() { next_ = 0, finished_ = false; }

 private:
  struct Point {
    Vec2d position;
    double distance_m;
    double speed;  // allowed here
  };
  std::size_t nearest(Vec2d position) const;
  Vec2d at_distance(double distance_m) const;
  PathDriverOptions options_;
  double wheelbase_;
  std::vector<Point> points_;
  std::size_t next_ = 0;
  bool finished_ = false;
};

}  // namespace gs::sim
