// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The synthetic vehicle and its motion sensors.
#include "gs/synth/sensors/ego.h"

#include <gmock/gmock.h>

#include <cmath>

#include "gs/synth/sensors/motion_sensors.h"

namespace gs::synth {
namespace {

TEST(Ego, MovesLikeACar) {
  const Road road{StreetOptions{}};
  const Ego ego(road, 30, {});
  const double h = 0.02;
  for (double t = 0.1; t < 29.9; t += 0.05) {
    const Motion m = ego.motion(t);
    // Velocity, acceleration, curvature and jerk stay within the limits of a passenger car.
    const Vec3d in_body = m.map_from_body.rotation.conjugate() * m.velocity_mps;
    EXPECT_LT(std::fabs(in_body.y), 0.03) << "the rear axle does not slip sideways, at " << t;
    const double v = in_body.x;
    const Vec3d force = m.map_from_body.rotation.conjugate() * m.acceleration_mps2;
    EXPECT_LT(std::fabs(force.x), 2.5);
    EXPECT_LT(std::fabs(force.y), 2.5);
    EXPECT_LT(std::fabs(force.z), 2.0);
    EXPECT_LT(std::fabs(m.angular_velocity_rps.z) / std::max(v, 1.0), 0.05) << "curvature";
    const Vec3d later = ego.motion(t + h).acceleration_mps2, earlier = ego.motion(t - h).acceleration_mps2;
    EXPECT_LT(norm(later - earlier) / (2 * h), 6.0) << "jerk at " << t;
  }
}

TEST(Ego, StandsOnTheRoadInItsLane) {
  const Road road{StreetOptions{}};
  const Ego ego(road, 20, {});
  for (double t = 0; t < 20; t += 0.25) {
    const Vec3d p = ego.map_from_base(t).translation;
    const RoadCoordinates c = road.locate({p.x, p.y});
    EXPECT_NEAR(p.z, road.ground_height(c), 1e-6);
    EXPECT_LT(c.d, -1.0);
    EXPECT_GT(c.d, -2.2);
    EXPECT_LT(c.s, road.length_m());
  }
}

TEST(Ego, LongDrivesAreSlowerSoThatTheyFit) {
  const Road road{StreetOptions{}};
  const Ego ego(road, 300, {});
  EXPECT_LT(ego.distance_along_road(300), road.length_m());
}

TEST(MotionSensors, ImuAtConstantSpeedFeelsGravityOnly) {
  StreetOptions flat;
  // A straight, level road, after the initial rise of the speed.
  flat.relief_m = 0, flat.curvature_per_m = 0;
  const Road road(flat);
  const Ego ego(road, 20, {.wander_m = 0});
  MotionOptions exact;
  exact.gyro_noise_rps = exact.gyro_bias_rps = exact.accelerometer_noise_mps2 = exact.accelerometer_bias_mps2 = 0;
  const ImuReading reading = read_imu(ego, 6.0, {}, exact, 1, 0);
  EXPECT_NEAR(norm(reading.specific_force_mps2), 9.80665, 1e-4);
  EXPECT_NEAR(norm(reading.angular_velocity_rps), 0, 1e-6);
}

TEST(MotionSensors, IntegratedGyroGivesTheTurnOfTheBend) {
  const Road road{StreetOptions{}};
  const Ego ego(road, 30, {});
  MotionOptions exact;
  exact.gyro_noise_rps = exact.gyro_bias_rps = 0;
  // Integrate the yaw rate at 100 Hz over the bend.
  double yaw = 0;
  for (int i = 0; i < 2600; ++i) yaw += 0.01 * read_imu(ego, 2 + 0.01 * i, {}, exact, 1, 0).angular_velocity_rps.z;
  const double truth = to_rpy(ego.map_from_base(28).rotation).yaw - to_rpy(ego.map_from_base(2).rotation).yaw;
  EXPECT_NEAR(yaw, truth, 5e-3);
}

TEST(MotionSensors, GnssMetresAndOdometryDrift) {
  const Road road{StreetOptions{}};
  const Ego ego(road, 20, {});
  MotionOptions o;
  o.gnss_noise_m = 0;
  const GnssFix a = read_gnss(ego, 0, {}, o, 1, 0), b = read_gnss(ego, 10, {}, o, 1, 0);
  const Vec3d moved = ego.map_from_base(10).translation - ego.map_from_base(0).translation;
  // Eastward distance from the difference of longitudes, on a sphere; 0.5 % covers the ellipsoid.
  EXPECT_NEAR((b.longitude_deg - a.longitude_deg) * kPi / 180 * 6378137 * std::cos(48.137 * kPi / 180), moved.x,
              0.005 * moved.x);
  EXPECT_EQ(read_odometry(ego, 7, o), ego.map_from_base(7));
  o.odometry_drift = true;
  const double off = norm(read_odometry(ego, 20, o).translation - ego.map_from_base(20).translation);
  EXPECT_GT(off, 0.2);
  EXPECT_LT(off, 6.0);
}

// The distance along the road rises from 60 % of the cruising speed to all of it within 5 s, and is slower by a fifth
// in the middle of the bend.
TEST(Ego, FollowsItsSpeedProfile) {
  const Road road{StreetOptions{}};
  const Ego ego(road, 30, {.speed_mps = 10});
  const auto speed = [&](double t) {
    return (ego.distance_along_road(t + 1e-4) - ego.distance_along_road(t - 1e-4)) / 2e-4;
  };
  EXPECT_EQ(ego.distance_along_road(0), 8);
  EXPECT_NEAR(speed(1e-3), 6, 1e-3);
  EXPECT_NEAR(speed(6), 10, 1e-6);
  EXPECT_NEAR(speed(0.5 * (400 - 16) / 10), 8, 1e-6) << "the middle of the bend";
  for (double t = 0.1; t < 30; t += 0.1) EXPECT_GT(speed(t), 5.9) << "it never stops";
}

// In a curve of constant curvature k, a vehicle at the offset d turns by k / (1 - k d) per metre of its own path.
TEST(Ego, TurnsWithTheCurvatureOfItsLane) {
  const Road road{StreetOptions{}};
  const Ego ego(road, 30, {.wander_m = 0});
  int checked = 0;
  for (double t = 10; t < 30; t += 0.1) {
    const double k = road.at(ego.distance_along_road(t)).curvature_per_m;
    if (k < 0.01099) continue;  // only where the curvature is constant
    const Motion m = ego.motion(t);
    const double d = -0.5 * Road::kLane;
    EXPECT_NEAR(m.angular_velocity_rps.z / std::hypot(m.velocity_mps.x, m.velocity_mps.y), k / (1 - k * d), 1e-4);
    ++checked;
  }
  EXPECT_GT(checked, 20);
}

// Velocity of a rigid body: v_p = v + w x r, for a frame at r on the vehicle.
TEST(Ego, MotionOfAMountedFrameIsThatOfARigidBody) {
  const Road road{StreetOptions{}};
  const Ego ego(road, 30, {});
  const Rigid3d mount{Quaterniond::from_rpy(0.1, 0.2, 0.3), {1.5, -0.4, 1.2}};
  for (const double t : {4.0, 15.0, 19.5, 24.0}) {
    const Motion base = ego.motion(t), body = ego.motion(t, mount);
    const Vec3d in_map = base.map_from_body.rotation * cross(base.angular_velocity_rps, mount.translation);
    EXPECT_LT(norm(body.velocity_mps - (base.velocity_mps + in_map)), 1e-5);
    const Vec3d turned = mount.rotation * body.angular_velocity_rps;
    EXPECT_LT(norm(turned - base.angular_velocity_rps), 1e-6);
  }
}

// The bias is the same in all readings of a seed; the noise has its deviation and differs between readings.
TEST(MotionSensors, ImuHasOneBiasAndIndependentNoise) {
  const Road road{StreetOptions{}};
  const Ego ego(road, 20, {});
  MotionOptions exact, options;
  exact.gyro_noise_rps = exact.gyro_bias_rps = exact.accelerometer_noise_mps2 = exact.accelerometer_bias_mps2 = 0;
  options.gyro_noise_rps = 0.01, options.gyro_bias_rps = 0.1;
  const Vec3d truth = read_imu(ego, 6, {}, exact, 1, 0).angular_velocity_rps;
  constexpr int kReadings = 4000;
  Vec3d sum{}, other{};
  double squares = 0;
  for (int i = 0; i < kReadings; ++i) {
    const auto index = static_cast<uint64_t>(i);
    const Vec3d error = read_imu(ego, 6, {}, options, 1, index).angular_velocity_rps - truth;
    sum += error;
    squares += dot(error, error);
    other += read_imu(ego, 6, {}, options, 2, index).angular_velocity_rps - truth;
  }
  const Vec3d bias = sum / double{kReadings};
  const double variance = squares / kReadings - dot(bias, bias);
  EXPECT_NEAR(std::sqrt(variance / 3), 0.01, 0.0005);
  EXPECT_GT(norm(bias), 0.01);
  EXPECT_GT(norm(bias - other / double{kReadings}), 0.01) << "another seed has another bias";
  EXPECT_EQ(read_imu(ego, 6, {}, options, 1, 5).angular_velocity_rps,
            read_imu(ego, 6, {}, options, 1, 5).angular_velocity_rps);
}

// Errors in metres, from differences in degrees; the vertical deviation is 1.6 times the horizontal.
TEST(MotionSensors, GnssNoiseHasItsDeviation) {
  const Road road{StreetOptions{}};
  const Ego ego(road, 20, {});
  MotionOptions exact, noisy;
  exact.gnss_noise_m = 0, noisy.gnss_noise_m = 0.5;
  const GnssFix truth = read_gnss(ego, 3, {}, exact, 1, 0);
  EXPECT_NEAR(truth.altitude_m, 519 + ego.map_from_base(3).translation.z, 1e-9);
  constexpr int kFixes = 4000;
  double north = 0, up = 0;
  for (int i = 0; i < kFixes; ++i) {
    const GnssFix fix = read_gnss(ego, 3, {}, noisy, 1, static_cast<uint64_t>(i));
    north += square((fix.latitude_deg - truth.latitude_deg) * 111'200);  // metres per degree at 48 degrees north
    up += square(fix.altitude_m - truth.altitude_m);
  }
  EXPECT_NEAR(std::sqrt(north / kFixes), 0.5, 0.025);
  EXPECT_NEAR(std::sqrt(up / kFixes), 0.8, 0.04);
}

}  // namespace
}  // namespace gs::synth
