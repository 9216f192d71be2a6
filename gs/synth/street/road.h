// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The road in closed form: centreline, heights, kerbs. Meshes, sensors and ground truth are all derived from this
// class.
//
// Road coordinates: s [m] along the centreline from its start, d [m] to the left of it. The world frame is ENU; the
// road starts at the origin in direction +x.
#pragma once

#include <vector>

#include "gs/geometry/vec.h"
#include "gs/synth/street/options.h"

namespace gs::synth {

// A point of the centreline.
struct RoadPoint {
  Vec2d position;
  double heading_rad = 0;
  double curvature_per_m = 0;  // positive to the left
};

// Road coordinates of a point [m].
struct RoadCoordinates {
  double s = 0, d = 0;
};

// Lengths in metres.
class Road {
 public:
  static constexpr double kRunOut = 60;       // the street extends this far beyond start and end of the road
  static constexpr double kLane = 3.25;       // width of a driving lane
  static constexpr double kHalfWidth = 5.45;  // centreline to kerb: driving lane and parking lane
  static constexpr double kSidewalk = 3.0;
  static constexpr double kKerbHeight = 0.12;
  static constexpr double kCamber = 0.022;  // cross slope of the road
  static constexpr double kStrip = 45;      // the ground extends this far to either side
  static constexpr double kSideStreetHalfWidth = 4.0;
  static constexpr double kCornerRadius = 5.0;

  explicit Road(const StreetOptions& options);

  // Length of the road, and positions s of the intersection and of the bridge.
  double length_m() const { return length_m_; }
  double intersection_s() const { return intersection_s_; }
  double bridge_s() const { return bridge_s_; }

  // Point of the centreline at s.
  RoadPoint at(double s) const;
  // Road coordinates of a map position within kStrip of the centreline.
  RoadCoordinates locate(Vec2d point) const;
  // Map position of road coordinates, and height of the centreline.
  Vec2d plan(double s, double d) const;
  double elevation(double s) const;

  // Distance of the kerb from the centreline, equal on both sides; kStrip where a side street opens. It is piecewise
  // linear in s between stations(), so that a mesh with vertices at the stations is exact.
  double kerb_offset(double s) const;
  const std::vector<double>& stations() const { return stations_; }

  // Whether a point lies between the kerbs; height of the ground there; ground point in map.
  bool on_road(RoadCoordinates c) const { return std::fabs(c.d) < kerb_offset(c.s); }
  double ground_height(RoadCoordinates c) const;
  double ground_height(Vec2d point) const { return ground_height(locate(point)); }
  Vec3d ground(double s, double d) const;

  // Polygon of the area between the kerbs for 0 <= s <= length, counter-clockwise, not closed.
  std::vector<Vec2d> drivable_polygon() const;

 private:
  double curvature(double s) const;
  double heading(double s) const;
  Vec2d displacement(double from, double to) const;
  double kerb_curve(double s) const;

  double length_m_, relief_m_, intersection_s_, bridge_s_, crest_s_, dip_s_;
  double curvature_ = 0, ramp_ = 1, bend_start_ = 0, bend_end_ = 0;
  std::vector<Vec2d> knots_;  // points of the centreline every half metre from s = -kRunOut
  std::vector<double> stations_, kerbs_;
};

}  // namespace gs::synth
