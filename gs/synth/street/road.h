// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The road in closed form: centreline, heights, kerbs. Meshes, sensors and truth files all ask this one class.
//
// Coordinates along the road: s [m] from its start, d [m] to the left of the centreline. The world is ENU; the road
// starts at the origin towards +x.
#pragma once

#include <vector>

#include "gs/geometry/vec.h"
#include "gs/synth/street/options.h"

namespace gs {

struct RoadPoint {
  Vec2d position;
  double heading_rad = 0;
  double curvature_per_m = 0;  // positive to the left
};

struct RoadCoordinates {
  double s = 0, d = 0;
};

class Road {
 public:
  static constexpr double kRunOut = 60;       // the street goes on this far before the start and after the end
  static constexpr double kLane = 3.25;       // width of a driving lane
  static constexpr double kHalfWidth = 5.45;  // lane and parking lane
  static constexpr double kSidewalk = 3.0;
  static constexpr double kKerbHeight = 0.12;
  static constexpr double kCamber = 0.022;
  static constexpr double kStrip = 45;  // ground reaches this far to either side
  static constexpr double kSideStreetHalfWidth = 4.0;
  static constexpr double kCornerRadius = 5.0;

  explicit Road(const StreetOptions& options);

  double length_m() const { return length_m_; }
  double intersection_s() const { return intersection_s_; }
  double bridge_s() const { return bridge_s_; }

  RoadPoint at(double s) const;
  // For points within kStrip of the centreline.
  RoadCoordinates locate(Vec2d point) const;
  Vec2d plan(double s, double d) const;
  double elevation(double s) const;  // of the centreline

  // Distance of the kerb from the centreline, the same on both sides; kStrip where a side street opens. Piecewise
  // linear in s between stations(), so that a mesh of stations is exact.
  double kerb_offset(double s) const;
  const std::vector<double>& stations() const { return stations_; }

  bool on_road(RoadCoordinates c) const { return std::fabs(c.d) < kerb_offset(c.s); }
  double ground_height(RoadCoordinates c) const;
  double ground_height(Vec2d point) const { return ground_height(locate(point)); }
  Vec3d ground(double s, double d) const;

  // Corners of the area between the kerbs, 0 <= s <= length, counter-clockwise and not closed.
  std::vector<Vec2d> drivable_polygon() const;

 private:
  double curvature(double s) const;
  double heading(double s) const;
  Vec2d displacement(double from, double to) const;
  double kerb_curve(double s) const;

  double length_m_, relief_m_, intersection_s_, bridge_s_, crest_s_, dip_s_;
  double curvature_ = 0, ramp_ = 1, bend_start_ = 0, bend_end_ = 0;
  std::vector<Vec2d> knots_;  // centreline every half metre from -kRunOut
  std::vector<double> stations_, kerbs_;
};

}  // namespace gs
