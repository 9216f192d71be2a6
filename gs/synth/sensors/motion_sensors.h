// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// IMU, GNSS receiver and wheel odometry of the recording vehicle.
#pragma once

#include "gs/core/options/options.h"
#include "gs/synth/sensors/ego.h"

namespace gs::synth {

// Noise and biases (standard deviations), and the geodetic position of the map's origin.
struct MotionOptions {
  double gyro_noise_rps = 0.0008, gyro_bias_rps = 0.0006;
  double accelerometer_noise_mps2 = 0.02, accelerometer_bias_mps2 = 0.02;
  double gnss_noise_m = 0.6;
  double latitude_deg = 48.137, longitude_deg = 11.575, altitude_m = 519;  // of the map's origin
  bool odometry_drift = false;
  double drift_share = 0.01;  // drift per distance travelled, with odometry_drift
};

void describe(auto& visit, MotionOptions& o) {
  visit("gyro_noise_rps", o.gyro_noise_rps, "noise of angular rates [rad/s]", Range{0, 1});
  visit("gyro_bias_rps", o.gyro_bias_rps, "constant error of angular rates [rad/s]", Range{0, 1});
  visit("accelerometer_noise_mps2", o.accelerometer_noise_mps2, "noise of accelerations [m/s^2]", Range{0, 10});
  visit("accelerometer_bias_mps2", o.accelerometer_bias_mps2, "constant error of accelerations [m/s^2]", Range{0, 10});
  visit("gnss_noise_m", o.gnss_noise_m, "noise of GNSS positions [m]", Range{0, 100});
  visit("latitude_deg", o.latitude_deg, "latitude of the map's origin [deg]", Range{-85, 85});
  visit("longitude_deg", o.longitude_deg, "longitude of the map's origin [deg]", Range{-180, 180});
  visit("altitude_m", o.altitude_m, "altitude of the map's origin [m]", Range{-500, 9000});
  visit("odometry_drift", o.odometry_drift, "let odometry drift slowly");
  visit("drift_share", o.drift_share, "drift per distance travelled", Range{0, 0.2});
}

// Reading of an IMU, in the IMU frame.
struct ImuReading {
  Vec3d angular_velocity_rps;
  Vec3d specific_force_mps2;  // +9.81 upwards at rest
};
// Constant errors of the IMU during a drive; they depend on the seed only.
ImuReading imu_bias(const MotionOptions& options, uint64_t seed);
// IMU reading at a time; `index` numbers the readings, for their noise.
ImuReading read_imu(const Ego& ego, double time_s, const Rigid3d& base_from_imu, const MotionOptions& options,
                    uint64_t seed, uint64_t index);

// Position on the WGS 84 ellipsoid.
struct GnssFix {
  double latitude_deg = 0, longitude_deg = 0, altitude_m = 0;
  bool valid = true;  // false: the receiver has no fix
};
// GNSS position at a time; `index` numbers the fixes, for their noise. The vertical noise is 1.6 times the horizontal.
// planted_m: a further error, east, north, up.
GnssFix read_gnss(const Ego& ego, double time_s, const Rigid3d& base_from_antenna, const MotionOptions& options,
                  uint64_t seed, uint64_t index, Vec3d planted_m = {});

// odom_from_base at a time. Without drift it equals map_from_base. The drift rotates and stretches the path slowly and
// is smooth in time.
Rigid3d read_odometry(const Ego& ego, double time_s, const MotionOptions& options);

}  // namespace gs::synth
