// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/street/road.h"

#include <algorithm>
#include <cmath>

namespace gs::synth {
namespace {

// Distances of centreline knots and of mesh stations [m].
constexpr double kKnotStep = 0.5;
constexpr double kStationStep = 0.5;

// Quintic smooth step from 0 to 1, twice differentiable.
double smooth_step(double x) {
  x = std::clamp(x, 0.0, 1.0);
  return x * x * x * (x * (6 * x - 15) + 10);
}
// Integral of smooth_step from 0 to x.
double smooth_step_integral(double x) {
  if (x <= 0) return 0;
  if (x >= 1) return x - 0.5;
  return x * x * x * x * (x * (x - 3) + 2.5);
}

// Bump of height 1 and half width w, twice differentiable.
double bump(double x, double w) {
  const double u = x / w;
  return std::fabs(u) < 1 ? std::pow(1 - u * u, 3) : 0.0;
}

}  // namespace

Road::Road(const StreetOptions& options)
    : length_m_(options.length_m),
      relief_m_(options.relief_m),
      intersection_s_(0.19 * options.length_m),
      bridge_s_(0.80 * options.length_m),
      crest_s_(0.36 * options.length_m),
      dip_s_(0.80 * options.length_m) {
  // Layout as shares of the length: intersection, crest, bend with a smooth ramp of curvature, dip under the bridge.
  const double bend_a = 0.42 * length_m_, bend_b = 0.58 * length_m_;
  ramp_ = 0.08 * length_m_, bend_start_ = bend_a - ramp_, bend_end_ = bend_b;
  // On long roads the full bend would turn too far: its angle is limited to 100 degrees (1.75 rad).
  const double turn = options.curvature_per_m * (bend_end_ - bend_start_);
  curvature_ = options.curvature_per_m * std::min(1.0, 1.75 / std::max(1e-9, std::fabs(turn)));
  const int count = static_cast<int>(std::lround((length_m_ + 2 * kRunOut) / kKnotStep));
  knots_.push_back({-kRunOut, 0});
  for (int i = 0; i < count; ++i) {
    const double s = -kRunOut + i * kKnotStep;
    knots_.push_back(knots_.back() + displacement(s, s + kKnotStep));
  }
  // Stations every half metre, and more of them at the corners of the side street, where the kerb is an arc.
  const double fillet = kSideStreetHalfWidth + kCornerRadius;
  for (int i = 0; i <= count; ++i) stations_.push_back(-kRunOut + i * kStationStep);
  for (double side : {-1.0, 1.0}) {
    for (int i = 0; i <= 40; ++i) {  // the corner, in equal angles
      const double angle = 0.5 * kPi * i / 40;
      stations_.push_back(intersection_s_ + side * (fillet - kCornerRadius * std::sin(angle)));
    }
    stations_.push_back(intersection_s_ + side * (kSideStreetHalfWidth - 0.005));
  }
  std::sort(stations_.begin(), stations_.end());
  stations_.erase(std::unique(stations_.begin(), stations_.end(), [](double a, double b) { return b - a < 0.004; }),
                  stations_.end());
  for (const double s : stations_) kerbs_.push_back(kerb_curve(s));
}

// Curvature rises and falls smoothly; the heading is its integral in closed form.
double Road::curvature(double s) const {
  return curvature_ * (smooth_step((s - bend_start_) / ramp_) - smooth_step((s - bend_end_) / ramp_));
}

double Road::heading(double s) const {
  return curvature_ * ramp_ *
         (smooth_step_integral((s - bend_start_) / ramp_) - smooth_step_integral((s - bend_end_) / ramp_));
}

// Integral of the unit tangent from `from` to `to`: Gauss-Legendre quadrature with five points, exact to rounding over
// half a metre.
Vec2d Road::displacement(double from, double to) const {
  constexpr double kNodes[] = {0.0, 0.5384693101056831, 0.9061798459386640};
  constexpr double kWeights[] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  const double half = 0.5 * (to - from), middle = 0.5 * (to + from);
  if (to <= bend_start_ || from >= bend_end_ + ramp_) {
    const double h = heading(middle);
    return {2 * half * std::cos(h), 2 * half * std::sin(h)};
  }
  Vec2d sum{};
  for (int i = 0; i < 3; ++i) {
    for (const double side : {-1.0, 1.0}) {
      if (i == 0 && side > 0) continue;
      const double h = heading(middle + side * half * kNodes[i]);
      sum = sum + Vec2d{std::cos(h), std::sin(h)} * (half * kWeights[i]);
    }
  }
  return sum;
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
  const auto next = std::upper_bound(stations_.begin(), stations_.end(), s);
  if (next == stations_.begin()) return kerbs_.front();
  if (next == stations_.end()) return kerbs_.back();
  const auto i = static_cast<std::size_t>(next - stations_.begin());
  const double t = (s - stations_[i - 1]) / (stations_[i] - stations_[i - 1]);
  return kerbs_[i - 1] + t * (kerbs_[i] - kerbs_[i - 1]);
}

// Integrates from the nearest knot below s.
RoadPoint Road::at(double s) const {
  const double u = std::floor((s + kRunOut) / kKnotStep);
  const auto i = static_cast<std::size_t>(std::clamp(u, 0.0, static_cast<double>(knots_.size() - 1)));
  const double knot_s = -kRunOut + static_cast<double>(i) * kKnotStep;
  return {knots_[i] + displacement(knot_s, s), heading(s), curvature(s)};
}

RoadCoordinates Road::locate(Vec2d point) const {
  // Start from the nearest of every 16th knot.
  constexpr std::size_t kCoarse = 16;
  double best = 1e300, s = 0;
  for (std::size_t i = 0; i < knots_.size(); i += kCoarse) {
    const Vec2d to = point - knots_[i];
    if (dot(to, to) < best) best = dot(to, to), s = -kRunOut + static_cast<double>(i) * kKnotStep;
  }
  for (int iteration = 0; iteration < 20; ++iteration) {
    const RoadPoint on = at(s);
    const Vec2d to = point - on.position;
    const Vec2d tangent{std::cos(on.heading_rad), std::sin(on.heading_rad)};
    // Newton's method for dot(point - c(s), c'(s)) = 0; the derivative is -(1 - curvature * d).
    const double step = dot(to, tangent) / std::max(0.2, 1 - on.curvature_per_m * cross(tangent, to));
    s += std::clamp(step, -10.0, 10.0);
    if (std::fabs(step) < 1e-10) break;
  }
  const RoadPoint on = at(s);
  return {s, cross(Vec2d{std::cos(on.heading_rad), std::sin(on.heading_rad)}, point - on.position)};
}

Vec2d Road::plan(double s, double d) const {
  const RoadPoint p = at(s);
  return {p.position.x - d * std::sin(p.heading_rad), p.position.y + d * std::cos(p.heading_rad)};
}

// A crest and, 20 % lower in amplitude, a dip.
double Road::elevation(double s) const {
  const double width = 0.125 * length_m_;
  return relief_m_ * (bump(s - crest_s_, std::min(width, 70.0)) - 0.8 * bump(s - dip_s_, std::min(width, 60.0)));
}

double Road::ground_height(RoadCoordinates c) const {
  const double base = elevation(c.s) - kCamber * std::min(std::fabs(c.d), kHalfWidth);
  return on_road(c) ? base : base + kKerbHeight;
}

Vec3d Road::ground(double s, double d) const {
  const Vec2d p = plan(s, d);
  return {p.x, p.y, ground_height(RoadCoordinates{s, d})};
}

// Right kerb forwards, left kerb backwards.
std::vector<Vec2d> Road::drivable_polygon() const {
  std::vector<Vec2d> right, left;
  const auto add = [&](double s) {
    const double kerb = kerb_offset(s);
    right.push_back(plan(s, -kerb));
    left.push_back(plan(s, kerb));
  };
  add(0);
  for (const double s : stations_) {
    if (s > 1e-9 && s < length_m_ - 1e-9) add(s);
  }
  add(length_m_);
  right.insert(right.end(), left.rbegin(), left.rend());
  return right;
}

}  // namespace gs::synth
