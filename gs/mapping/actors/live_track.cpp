// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/live_track.h"

#include <algorithm>
#include <cmath>

namespace gs::mapping {
namespace {

constexpr double kMinStep_s = 0.02;  // shorter steps (a second LiDAR) say little of the velocity
constexpr double kPlace_m = 0.05;    // systematic error of a registration

}  // namespace

MotionEstimate::MotionEstimate(const MotionOptions& options) : options_(options) {
  const double variance = options.unknown_speed_mps * options.unknown_speed_mps;
  spread_ = {variance, 0, variance};
  yaw_spread_ = 0.5 * 0.5;
}

// Covariance of the translation within dt_s.
MotionEstimate::Covariance2 MotionEstimate::after(double dt_s) const {
  const double noise = 0.5 * options_.acceleration_mps2 * dt_s * dt_s;
  const double own = noise * noise + kPlace_m * kPlace_m, square = dt_s * dt_s;
  return {spread_.xx * square + own, spread_.xy * square, spread_.yy * square + own};
}

double MotionEstimate::distance2(const ClusterFit& fit, double dt_s) const {
  const Covariance2 own = after(dt_s);
  const double xx = own.xx + fit.covariance[0], xy = own.xy + fit.covariance[1], yy = own.yy + fit.covariance[5];
  const Vec3d d = fit.motion.translation - velocity_ * dt_s;
  const double determinant = std::max(1e-12, xx * yy - xy * xy);
  return (yy * d.x * d.x - 2 * xy * d.x * d.y + xx * d.y * d.y) / determinant;
}

double MotionEstimate::sd_m(double dt_s) const {
  const Covariance2 own = after(dt_s);
  return std::sqrt(std::max(own.xx, own.yy));
}

double MotionEstimate::reach_m(double dt_s) const {
  return std::min(3 * sd_m(dt_s), options_.max_speed_mps * std::abs(dt_s) + 0.5);
}

void MotionEstimate::update(const ClusterFit& fit, double dt_s) {
  if (dt_s < kMinStep_s) return;
  const double grown = options_.acceleration_mps2 * dt_s;
  const double xx = spread_.xx + grown * grown, yy = spread_.yy + grown * grown, xy = spread_.xy;
  // Gain K = P (P + R)^-1 with R the covariance of translation / dt.
  const double square = dt_s * dt_s;
  const double rxx = fit.covariance[0] / square, rxy = fit.covariance[1] / square, ryy = fit.covariance[5] / square;
  const double sxx = xx + rxx, sxy = xy + rxy, syy = yy + ryy;
  const double determinant = std::max(1e-12, sxx * syy - sxy * sxy);
  const double ixx = syy / determinant, ixy = -sxy / determinant, iyy = sxx / determinant;
  const double kxx = xx * ixx + xy * ixy, kxy = xx * ixy + xy * iyy;
  const double kyx = xy * ixx + yy * ixy, kyy = xy * ixy + yy * iyy;
  const Vec3d measured = fit.motion.translation / dt_s, d = measured - velocity_;
  velocity_ += Vec3d{kxx * d.x + kxy * d.y, kyx * d.x + kyy * d.y, 0};
  spread_ = {xx - kxx * xx - kxy * xy, xy - kxx * xy - kxy * yy, yy - kyx * xy - kyy * yy};
  const double speed = norm(velocity_);
  if (speed > options_.max_speed_mps) velocity_ = velocity_ * (options_.max_speed_mps / speed);

  const double yaw_grown = yaw_spread_ + std::pow(options_.yaw_acceleration_rps2 * dt_s, 2);
  const double gain = yaw_grown / (yaw_grown + fit.covariance[15] / square);
  yaw_rate_ = std::clamp(yaw_rate_ + gain * (fit.motion.yaw / dt_s - yaw_rate_), -1.5, 1.5);
  yaw_spread_ = (1 - gain) * yaw_grown;
  ++updates_;
}

void LiveTrack::append(Sighting sighting, ObjectCloud cloud, const ClusterFit* fit) {
  if (fit != nullptr) {
    motions.push_back({.from = sightings.size() - 1,
                       .to = sightings.size(),
                       .pivot_in_map = last().mean,
                       .translation = fit->motion.translation,
                       .yaw = fit->motion.yaw,
                       .covariance = fit->covariance,
                       .unobserved = fit->unobserved,
                       .misfit_m = fit->misfit_m,
                       .overlap = fit->overlap});
    motion.update(*fit, (cloud.stamp - last().stamp).seconds());
  }
  sightings.push_back(std::move(sighting));
  clouds.push_back(std::move(cloud));
}

}  // namespace gs::mapping
