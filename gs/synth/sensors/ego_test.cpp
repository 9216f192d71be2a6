// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/sensors/ego.h"

#include <gmock/gmock.h>

#include <cmath>

#include "gs/synth/sensors/motion_sensors.h"

namespace gs {
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

}  // namespace
}  // namespace gs
