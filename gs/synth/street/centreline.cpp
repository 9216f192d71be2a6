// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/street/centreline.h"

#include <algorithm>
#include <cmath>

#include "gs/synth/street/smooth_step.h"

namespace gs::synth {
namespace {

constexpr double kKnotStep = 0.5;  // [m]
// The ground beside a loop reaches 45 m to the inside (Road::kStrip), so its bends must be wider; the strip beside a
// junction must end before the next feature of the road.
constexpr double kShortestLoop = 380, kShortestJunction = 300;

}  // namespace

Result<void> check_street(const StreetOptions& options) {
  const double least = options.shape == "loop" ? kShortestLoop : options.shape == "junction" ? kShortestJunction : 0;
  if (options.length_m >= least) return {};
  return fail(ErrorCode::invalid_option, "street.length_m {} is too short for the shape {}: at least {} m",
              options.length_m, options.shape, least);
}

Centreline::Centreline(const StreetOptions& options) : length_m_(options.length_m) {
  const double sign = options.curvature_per_m < 0 ? -1 : 1;
  if (options.shape == "loop") {
    shape_loop(sign);
  } else if (options.shape == "junction") {
    shape_junction(sign);
  } else {
    shape_road(options.curvature_per_m);
  }
  const int count = static_cast<int>(std::lround((last_s() - first_s()) / kKnotStep));
  knots_.push_back({first_s(), 0});
  for (int i = 0; i < count; ++i) {
    const double s = first_s() + i * kKnotStep;
    knots_.push_back(knots_.back() + displacement(s, s + kKnotStep));
  }
}

// One bend in the middle of the road.
void Centreline::shape_road(double curvature_per_m) {
  const double bend_a = 0.42 * length_m_, bend_b = 0.58 * length_m_;
  ramp_ = 0.08 * length_m_, bend_start_ = bend_a - ramp_, bend_end_ = bend_b;
  // On long roads the full bend would turn too far: its angle is limited to 100 degrees (1.75 rad).
  const double turn = curvature_per_m * (bend_end_ - bend_start_);
  curvature_ = curvature_per_m * std::min(1.0, 1.75 / std::max(1e-9, std::fabs(turn)));
}

// Two bends of 180 degrees: the integral of the curvature of one is curvature * (bend_end - bend_start).
void Centreline::shape_loop(double sign) {
  half_lap_m_ = 0.5 * length_m_;
  ramp_ = 0.10 * half_lap_m_;
  bend_start_ = 0.07 * half_lap_m_, bend_end_ = bend_start_ + 0.76 * half_lap_m_;
  curvature_ = sign * kPi / (bend_end_ - bend_start_);
}

// A bend of 90 degrees on a radius of 14 m, with ramps of 8 m.
void Centreline::shape_junction(double sign) {
  constexpr double kTurnLength = 22;
  ramp_ = 8;
  bend_start_ = 0.5 * (length_m_ - kTurnLength - ramp_), bend_end_ = bend_start_ + kTurnLength;
  curvature_ = sign * 0.5 * kPi / kTurnLength;
}

double Centreline::within_lap(double s) const {
  if (!is_closed()) return s;
  const double in_lap = s - length_m_ * std::floor(s / length_m_);
  return in_lap < length_m_ ? in_lap : 0.0;
}

// Curvature rises and falls smoothly; the heading is its integral in closed form.
double Centreline::curvature(double s) const {
  if (is_closed()) s -= half_lap_m_ * std::floor(s / half_lap_m_);
  return curvature_ * (smooth_step((s - bend_start_) / ramp_) - smooth_step((s - bend_end_) / ramp_));
}

double Centreline::heading(double s) const {
  double before = 0;  // turns of the finished halves of a loop
  if (is_closed()) {
    const double halves = std::floor(s / half_lap_m_);
    s -= half_lap_m_ * halves;
    before = std::copysign(kPi, curvature_) * halves;
  }
  return before + curvature_ * ramp_ *
                      (smooth_step_integral((s - bend_start_) / ramp_) - smooth_step_integral((s - bend_end_) / ramp_));
}

// Integral of the unit tangent from `from` to `to`: Gauss-Legendre quadrature with five points, exact to rounding over
// half a metre.
Vec2d Centreline::displacement(double from, double to) const {
  constexpr double kNodes[] = {0.0, 0.5384693101056831, 0.9061798459386640};
  constexpr double kWeights[] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  const double half = 0.5 * (to - from), middle = 0.5 * (to + from);
  if (!is_closed() && (to <= bend_start_ || from >= bend_end_ + ramp_)) {
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

// Integrates from the nearest knot below s.
RoadPoint Centreline::at(double s) const {
  const double in_lap = within_lap(s);
  const double u = std::floor((in_lap - first_s()) / kKnotStep);
  const auto i = static_cast<std::size_t>(std::clamp(u, 0.0, static_cast<double>(knots_.size() - 1)));
  const double knot_s = first_s() + static_cast<double>(i) * kKnotStep;
  return {knots_[i] + displacement(knot_s, in_lap), heading(s), curvature(s)};
}

double Centreline::nearest_s(Vec2d point) const {
  // Start from the nearest of every 16th knot.
  constexpr std::size_t kCoarse = 16;
  double best = 1e300, s = 0;
  for (std::size_t i = 0; i < knots_.size(); i += kCoarse) {
    const Vec2d to = point - knots_[i];
    if (dot(to, to) < best) best = dot(to, to), s = first_s() + static_cast<double>(i) * kKnotStep;
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
  return within_lap(s);
}

}  // namespace gs::synth
