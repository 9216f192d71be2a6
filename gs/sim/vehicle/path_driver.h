// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Built-in driver: pure pursuit (Coulter 1992) along a recorded trajectory, so that a world can be driven without an
// external driving stack.
#pragma once

#include <vector>

#include "gs/geometry/trajectory.h"
#include "gs/sim/options.h"
#include "gs/world/interface_types.h"

namespace gs::sim {

// Tuning of the driver.
struct PathDriverOptions {
  double lookahead_s = 0.8;  // look-ahead distance = lookahead_s * speed, within the next two limits
  double min_lookahead_m = 3.0;
  double max_lookahead_m = 20.0;
  double max_lateral_acceleration = 3.0;  // [m/s^2]
  double braking = 2.0;                   // [m/s^2] before slower parts and the end
  double min_speed = 2.0;                 // [m/s] lower bound where the recorded vehicle stood still
  double max_speed = 150.0;               // [m/s] upper bound
};
void describe(auto& visit, PathDriverOptions& o) {
  visit("lookahead_s", o.lookahead_s, "look-ahead time [s]", Range{0.0, 10.0});
  visit("min_lookahead_m", o.min_lookahead_m, "shortest look-ahead distance [m]", Range{0.1, 100.0});
  visit("max_lookahead_m", o.max_lookahead_m, "longest look-ahead distance [m]", Range{0.1, 200.0});
  visit("max_lateral_acceleration", o.max_lateral_acceleration, "upper bound in bends [m/s^2]", Range{0.1, 20.0});
  visit("braking", o.braking, "deceleration before slower parts and the end [m/s^2]", Range{0.1, 20.0});
  visit("min_speed", o.min_speed, "lower bound where the recorded vehicle stood still [m/s]", Range{0.0, 50.0});
  visit("max_speed", o.max_speed, "upper bound of the driver's speed [m/s]", Range{0.1, 150.0});
}

// Follows the path of a recorded trajectory with its recorded speeds, slower in bends and before the end.
class PathDriver {
 public:
  // Copies path and speeds from `recorded` (map_from_base_link over time).
  PathDriver(const Trajectory& recorded, const PathDriverOptions& options, const VehicleOptions& vehicle);

  // Command for the current vehicle state. Remembers the progress along the path, so that a path may cross itself.
  world::ControlInput drive(const world::EgoState& ego);
  // finished(): the end of the path is reached. restart(): forget the progress.
  bool finished() const { return finished_; }
  double length_m() const { return points_.empty() ? 0.0 : points_.back().distance_m; }
  void restart() { next_ = 0, finished_ = false; }

 private:
  struct Point {
    Vec2d position;
    double distance_m;
    double speed;  // [m/s] target speed at this point
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
