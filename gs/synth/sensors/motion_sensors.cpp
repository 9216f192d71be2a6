// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/sensors/motion_sensors.h"

#include <cmath>

#include "gs/core/numbers/random.h"

namespace gs::synth {
namespace {

constexpr double kGravity = 9.80665;

Vec3d normal3(Random& r, double sigma) { return {r.normal(0, sigma), r.normal(0, sigma), r.normal(0, sigma)}; }

// ENU metres to degrees on the WGS 84 ellipsoid, by its radii of curvature at the origin; for points within some
// kilometres of it.
GnssFix to_geodetic(Vec3d enu, const MotionOptions& o) {
  constexpr double a = 6378137.0, e2 = 6.69437999014e-3;
  const double phi = o.latitude_deg * kPi / 180, w = std::sqrt(1 - e2 * std::sin(phi) * std::sin(phi));
  const double meridian = a * (1 - e2) / (w * w * w), normal = a / w;
  return {o.latitude_deg + enu.y / (meridian + o.altitude_m) * 180 / kPi,
          o.longitude_deg + enu.x / ((normal + o.altitude_m) * std::cos(phi)) * 180 / kPi, o.altitude_m + enu.z};
}

}  // namespace

ImuReading imu_bias(const MotionOptions& o, uint64_t seed) {
  Random constant(seed, purpose("imu_bias"), 0);
  const Vec3d gyro = normal3(constant, o.gyro_bias_rps);
  return {gyro, normal3(constant, o.accelerometer_bias_mps2)};
}

ImuReading read_imu(const Ego& ego, double t, const Rigid3d& base_from_imu, const MotionOptions& o, uint64_t seed,
                    uint64_t index) {
  const Motion m = ego.motion(t, base_from_imu);
  // Specific force in the IMU frame: f = R^T (a + g).
  const Vec3d force = m.map_from_body.rotation.conjugate() * (m.acceleration_mps2 + Vec3d{0, 0, kGravity});
  // One bias per drive, noise per reading.
  const ImuReading bias = imu_bias(o, seed);
  Random noise(seed, purpose("imu"), index);
  return {m.angular_velocity_rps + bias.angular_velocity_rps + normal3(noise, o.gyro_noise_rps),
          force + bias.specific_force_mps2 + normal3(noise, o.accelerometer_noise_mps2)};
}

GnssFix read_gnss(const Ego& ego, double t, const Rigid3d& base_from_antenna, const MotionOptions& o, uint64_t seed,
                  uint64_t index, Vec3d planted_m) {
  Random noise(seed, purpose("gnss"), index);
  const Vec3d error = normal3(noise, o.gnss_noise_m);
  const Vec3d at = (ego.map_from_base(t) * base_from_antenna).translation;
  return to_geodetic(at + Vec3d{error.x, error.y, 1.6 * error.z} + planted_m, o);
}

Rigid3d read_odometry(const Ego& ego, double t, const MotionOptions& o) {
  const Rigid3d truth = ego.map_from_base(t);
  if (!o.odometry_drift) return truth;
  const Rigid3d start = ego.map_from_base(0);
  // Drift grows with the distance from the start: rotation, scale and height.
  const Vec3d moved = truth.translation - start.translation;
  const double gone = norm(moved);
  const double turn = o.drift_share * 0.012 * gone, stretch = 1 + 0.6 * o.drift_share;
  const Quaterniond off = Quaterniond::from_axis_angle({0, 0, 1}, turn);
  return {off * truth.rotation, start.translation + off * (moved * stretch) + Vec3d{0, 0, 0.2 * o.drift_share * gone}};
}

}  // namespace gs::synth
