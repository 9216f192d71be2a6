// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The scripted motion of an object: a path in road coordinates, and the speed along it, both in closed form.
//
// The path starts straight and is changed by lane changes and by at most one turn. It carries one point of the object:
// the middle of the rear axle of vehicles, the middle of people. Length along the path is measured in road coordinates
// and, during a lane change, along the lane: at the offset d of a bend the true speed is 1 - curvature * d times the
// scripted one.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "gs/synth/street/road.h"

namespace gs::synth {

// The speed at a time.
struct SpeedKnot {
  double time_s = 0, speed_mps = 0;
};

// Speed over time. Between two knots it follows a quintic smooth step; before the first and after the last knot it is
// constant. A single knot is a constant speed.
class SpeedProfile {
 public:
  // At least one knot, times increasing.
  explicit SpeedProfile(std::vector<SpeedKnot> knots);
  // Speed, and length travelled since the first knot (negative before it).
  double speed_mps(double time_s) const;
  double travelled_m(double time_s) const;
  // Time of the first knot.
  double start_s() const { return knots_.front().time_s; }

 private:
  std::size_t knot_before(double time_s) const;
  std::vector<SpeedKnot> knots_;
  std::vector<double> travelled_m_;  // at each knot
};

// A shift to the left of the direction of travel, along a quintic from from_m to from_m + length_m of the path.
struct LaneChange {
  double from_m = 0, length_m = 1, left_m = 0;
};

// A turn to the left by angle_rad, whose heading follows a quintic from from_m to from_m + length_m of the path. Lane
// changes must end before it.
struct Turn {
  double from_m = 0, length_m = 1, angle_rad = 0;
};

// Displacement of a turn along its first direction and to the left of it, after `share` of its length [m].
Vec2d displacement_of(const Turn& turn, double share = 1);

// Path and speed of an object.
struct Script {
  RoadCoordinates start;   // where the object is at the first knot of the speed
  double heading_rad = 0;  // direction of the path at its start, against that of the road
  SpeedProfile speed{{SpeedKnot{}}};
  std::vector<LaneChange> lane_changes;
  std::optional<Turn> turn;
  // The object exists within these times, and only while it is on the street.
  double from_s = -std::numeric_limits<double>::infinity(), to_s = std::numeric_limits<double>::infinity();
  bool repeats = false;  // at the end of the road the object re-enters at the other end
};

// A moment of a script.
struct ScriptState {
  RoadCoordinates at;      // of the carried point; s within the street if the script repeats
  double heading_rad = 0;  // direction of the path in road coordinates: 0 along the road, pi/2 to the left
  double travelled_m = 0, speed_mps = 0;
};
ScriptState state_of(const Script& script, const Road& road, double time_s);

// Whether the object exists at a time.
bool exists(const Script& script, const Road& road, double time_s);

}  // namespace gs::synth
