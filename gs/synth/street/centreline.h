// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The centreline of a road: curvature and heading in closed form, positions by quadrature exact to rounding.
//
// It starts at the origin in direction +x. An open road is straight for kRunOut beyond both ends. A loop consists of
// two equal halves that turn by 180 degrees each, so that it closes exactly; positions beyond its length are later
// laps.
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

// Lengths in metres.
class Centreline {
 public:
  static constexpr double kRunOut = 60;  // an open road extends this far beyond start and end

  explicit Centreline(const StreetOptions& options);

  // Whether it is a loop, its length (of one lap), and the range of s without repetition.
  bool is_closed() const { return half_lap_m_ > 0; }
  double length_m() const { return length_m_; }
  double first_s() const { return is_closed() ? 0.0 : -kRunOut; }
  double last_s() const { return is_closed() ? length_m_ : length_m_ + kRunOut; }
  // Range of s of the bend, including the ramps of its curvature; of the first bend of a loop.
  double bend_start_s() const { return bend_start_; }
  double bend_end_s() const { return bend_end_ + ramp_; }
  double largest_curvature_per_m() const { return curvature_; }

  // s within the first lap of a loop; unchanged on an open road.
  double within_lap(double s) const;
  // Point at s. On a loop the heading grows by a full turn per lap.
  RoadPoint at(double s) const;
  // The s of the point of the centreline nearest to a map position, which must be nearer than the radius of curvature.
  double nearest_s(Vec2d point) const;

 private:
  void shape_road(double curvature_per_m);
  void shape_loop(double sign);
  void shape_junction(double sign);
  double curvature(double s) const;
  double heading(double s) const;
  Vec2d displacement(double from, double to) const;

  double length_m_, half_lap_m_ = 0;  // half_lap_m_: 0 for an open road
  // Curvature rises from 0 at bend_start_ within ramp_, and falls from bend_end_ on within ramp_.
  double curvature_ = 0, ramp_ = 1, bend_start_ = 0, bend_end_ = 0;
  std::vector<Vec2d> knots_;  // points every half metre from first_s()
};

}  // namespace gs::synth
