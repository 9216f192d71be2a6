// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The road in closed form: centreline, heights, kerbs. Meshes, sensors and ground truth are all derived from this
// class.
//
// Road coordinates: s [m] along the centreline from its start, d [m] to the left of it. The world frame is ENU; the
// road starts at the origin in direction +x.
#pragma once

#include <cmath>
#include <vector>

#include "gs/synth/street/centreline.h"

namespace gs::synth {

// Road coordinates of a point [m].
struct RoadCoordinates {
  double s = 0, d = 0;
};

// Lengths in metres.
class Road {
 public:
  static constexpr double kRunOut = Centreline::kRunOut;
  static constexpr double kLane = 3.25;       // width of a driving lane
  static constexpr double kHalfWidth = 5.45;  // centreline to kerb: driving lane and parking lane
  static constexpr double kSidewalk = 3.0;
  static constexpr double kKerbHeight = 0.12;
  static constexpr double kCamber = 0.022;  // cross slope of the road
  static constexpr double kStrip = 45;      // the ground extends this far to either side
  static constexpr double kSideStreetHalfWidth = 4.0;
  static constexpr double kCornerRadius = 5.0;

  explicit Road(const StreetOptions& options);

  // Length of the road (of one lap of a loop), and the range of s that the street covers.
  double length_m() const { return line_.length_m(); }
  double first_s() const { return line_.first_s(); }
  double last_s() const { return line_.last_s(); }
  bool is_closed() const { return line_.is_closed(); }
  // Positions s of the intersection with the side street and of the bridge; minus infinity on roads without them.
  double intersection_s() const { return intersection_s_; }
  double bridge_s() const { return bridge_s_; }
  bool has_intersection() const { return std::isfinite(intersection_s_); }
  bool has_bridge() const { return std::isfinite(bridge_s_); }
  // Middle of the sharp turn of a junction, minus infinity on other roads, and half the length of the turn.
  double turn_s() const { return turn_s_; }
  double turn_half_length_m() const { return 0.5 * (line_.bend_end_s() - line_.bend_start_s()); }
  // Cross slope of the road and height of its kerbs; both 0 in a field.
  double camber() const { return camber_; }
  double kerb_height() const { return kerb_height_; }

  // Point of the centreline at s.
  RoadPoint at(double s) const { return line_.at(s); }
  const Centreline& centreline() const { return line_; }
  // Road coordinates of a map position within kStrip of the centreline.
  RoadCoordinates locate(Vec2d point) const;
  // Map position of road coordinates, and height of the centreline.
  Vec2d plan(double s, double d) const;
  double elevation(double s) const;

  // Distance of the kerb from the centreline, equal on both sides; kStrip where a side street opens. It is piecewise
  // linear in s between stations(), so that a mesh with vertices at the stations is exact.
  double kerb_offset(double s) const;
  const std::vector<double>& stations() const { return stations_; }

  // Width of the ground beside the centreline on one side (+1: left): kStrip, less inside a sharp turn, where the
  // strips before and behind the turn meet on the line that bisects it.
  double strip(double s, double side) const;
  // Whether road coordinates lie on the ground of the street.
  bool covers(RoadCoordinates c) const;

  // Whether a point lies between the kerbs; height of the ground there; ground point in map.
  bool on_road(RoadCoordinates c) const { return std::fabs(c.d) < kerb_offset(c.s); }
  double ground_height(RoadCoordinates c) const;
  double ground_height(Vec2d point) const { return ground_height(locate(point)); }
  Vec3d ground(double s, double d) const;

  // The kerb on one side (+1: left) for 0 <= s <= length, in the direction of s. That of a loop
  // ends with its first point.
  std::vector<Vec2d> kerb_line(double side) const;
  // Polygon of the area between the kerbs for 0 <= s <= length, counter-clockwise, not closed. The ring of a loop is
  // cut open at s = 0.
  std::vector<Vec2d> drivable_polygon() const;

 private:
  void place_stations();
  double kerb_curve(double s) const;

  Centreline line_;
  double relief_m_, intersection_s_, bridge_s_, turn_s_, crest_s_, dip_s_, camber_, kerb_height_;
  std::vector<double> stations_, kerbs_;
};

}  // namespace gs::synth
