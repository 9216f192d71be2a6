// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/street/road.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gs::synth {
namespace {

constexpr double kStationStep = 0.5, kTurnStationStep = 0.1;  // distances of mesh stations, and in a sharp turn [m]
constexpr double kNowhere = -std::numeric_limits<double>::infinity();

// Bump of height 1 and half width w, twice differentiable.
double bump(double x, double w) {
  const double u = x / w;
  return std::fabs(u) < 1 ? std::pow(1 - u * u, 3) : 0.0;
}

}  // namespace

// Layout as shares of the length: intersection, crest, bend with a smooth ramp of curvature, dip under the bridge. The
// crest of a junction is earlier, so that the road is level where the strips on both sides of the turn meet.
Road::Road(const StreetOptions& options)
    : line_(options),
      relief_m_(options.relief_m),
      intersection_s_(0.19 * options.length_m),
      bridge_s_(0.80 * options.length_m),
      turn_s_(options.shape == "junction" ? 0.5 * options.length_m : kNowhere),
      crest_s_((options.shape == "junction" ? 0.25 : 0.36) * options.length_m),
      dip_s_(0.80 * options.length_m),
      camber_(options.scenery == "field" ? 0 : kCamber),
      kerb_height_(options.scenery == "field" ? 0 : kKerbHeight) {
  if (options.scenery != "town" || is_closed()) intersection_s_ = bridge_s_ = kNowhere;
  place_stations();
}

// Stations every half metre, and more of them at the corners of the side street, where the kerb is an arc, and in a
// sharp turn.
void Road::place_stations() {
  const int count = static_cast<int>(std::lround((last_s() - first_s()) / kStationStep));
  for (int i = 0; i <= count; ++i) stations_.push_back(first_s() + i * kStationStep);
  if (is_closed()) {  // the last station is the first one
    while (stations_.back() > last_s() - 0.004) stations_.pop_back();
    stations_.push_back(last_s());
  }
  const double fillet = kSideStreetHalfWidth + kCornerRadius;
  for (double side : {-1.0, 1.0}) {
    if (!has_intersection()) break;
    for (int i = 0; i <= 40; ++i) {  // the corner, in equal angles
      const double angle = 0.5 * kPi * i / 40;
      stations_.push_back(intersection_s_ + side * (fillet - kCornerRadius * std::sin(angle)));
    }
    stations_.push_back(intersection_s_ + side * (kSideStreetHalfWidth - 0.005));
  }
  if (std::isfinite(turn_s_)) {
    const double start = turn_s_ - turn_half_length_m();
    for (int i = 0; i <= std::lround(2 * turn_half_length_m() / kTurnStationStep); ++i) {
      stations_.push_back(start + i * kTurnStationStep);
    }
  }
  std::sort(stations_.begin(), stations_.end());
  stations_.erase(std::unique(stations_.begin(), stations_.end(), [](double a, double b) { return b - a < 0.004; }),
                  stations_.end());
  for (const double s : stations_) kerbs_.push_back(kerb_curve(s));
}

// Exact kerb offset: straight, a quarter circle of kCornerRadius at each corner, open at the side street.
double Road::kerb_curve(double s) const {
  const double x = std::fabs(s - intersection_s_);
  if (x >= kSideStreetHalfWidth + kCornerRadius) return kHalfWidth;
  if (x < kSideStreetHalfWidth - 0.001) return kStrip;
  const double in = kSideStreetHalfWidth + kCornerRadius - x;
  return kHalfWidth + kCornerRadius - std::sqrt(std::max(0.0, kCornerRadius * kCornerRadius - in * in));
}

double Road::kerb_offset(double s) const {
  s = line_.within_lap(s);
  const auto next = std::upper_bound(stations_.begin(), stations_.end(), s);
  if (next == stations_.begin()) return kerbs_.front();
  if (next == stations_.end()) return kerbs_.back();
  const auto i = static_cast<std::size_t>(next - stations_.begin());
  const double t = (s - stations_[i - 1]) / (stations_[i] - stations_[i - 1]);
  return kerbs_[i - 1] + t * (kerbs_[i] - kerbs_[i - 1]);
}

// The strips on both sides of a turn meet on the normal through its middle: the length of the normal at s up to there.
double Road::strip(double s, double side) const {
  if (!std::isfinite(turn_s_) || side * line_.largest_curvature_per_m() < 0) return kStrip;
  const RoadPoint middle = at(turn_s_), here = at(s);
  const auto normal = [&](const RoadPoint& p) {
    return Vec2d{-std::sin(p.heading_rad), std::cos(p.heading_rad)} * side;
  };
  const double between = cross(normal(here), normal(middle));
  // In the middle the normals coincide; they meet in the centre of curvature.
  if (std::fabs(between) < 1e-6) return 1 / std::fabs(line_.largest_curvature_per_m());
  return std::min(kStrip, cross(middle.position - here.position, normal(middle)) / between);
}

bool Road::covers(RoadCoordinates c) const {
  return std::fabs(c.d) <= strip(c.s, c.d < 0 ? -1 : 1) && c.s >= first_s() && c.s <= last_s();
}

RoadCoordinates Road::locate(Vec2d point) const {
  const double s = line_.nearest_s(point);
  const RoadPoint on = at(s);
  return {s, cross(Vec2d{std::cos(on.heading_rad), std::sin(on.heading_rad)}, point - on.position)};
}

Vec2d Road::plan(double s, double d) const {
  const RoadPoint p = at(s);
  return {p.position.x - d * std::sin(p.heading_rad), p.position.y + d * std::cos(p.heading_rad)};
}

// A crest and, 20 % lower in amplitude, a dip.
double Road::elevation(double s) const {
  s = line_.within_lap(s);
  const double width = 0.125 * length_m();
  return relief_m_ * (bump(s - crest_s_, std::min(width, 70.0)) - 0.8 * bump(s - dip_s_, std::min(width, 60.0)));
}

double Road::ground_height(RoadCoordinates c) const {
  const double base = elevation(c.s) - camber_ * std::min(std::fabs(c.d), kHalfWidth);
  return on_road(c) ? base : base + kerb_height_;
}

Vec3d Road::ground(double s, double d) const {
  const Vec2d p = plan(s, d);
  return {p.x, p.y, ground_height(RoadCoordinates{s, d})};
}

std::vector<Vec2d> Road::kerb_line(double side) const {
  std::vector<Vec2d> line;
  const auto add = [&](double s) { line.push_back(plan(s, side * kerb_offset(s))); };
  add(0);
  for (const double s : stations_) {
    if (s > 1e-9 && s < length_m() - 1e-9) add(s);
  }
  if (is_closed()) {
    line.push_back(line.front());  // equal to the last digit
  } else {
    add(length_m());
  }
  return line;
}

// Right kerb forwards, left kerb backwards.
std::vector<Vec2d> Road::drivable_polygon() const {
  std::vector<Vec2d> ring = kerb_line(-1);
  const std::vector<Vec2d> left = kerb_line(1);
  ring.insert(ring.end(), left.rbegin(), left.rend());
  return ring;
}

}  // namespace gs::synth
