// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The recording vehicle on loops and at junctions, at rest, and beams whose elevation is stated wrongly.
#include <gtest/gtest.h>

#include <cmath>

#include "gs/synth/sensors/lidar_sensor.h"
#include "gs/synth/sensors/motion_sensors.h"

namespace gs::synth {
namespace {

TEST(Course, LapsEndWhereTheyBegan) {
  const Road road{StreetOptions{.shape = "loop"}};
  for (const int laps : {1, 3}) {
    const Ego ego(road, 40.0 * laps, {.laps = laps});
    EXPECT_NEAR(ego.distance_along_road(40.0 * laps) - ego.distance_along_road(0), 400.0 * laps, 1e-9);
    const Rigid3d start = ego.map_from_base(0), end = ego.map_from_base(40.0 * laps);
    EXPECT_LT(norm(start.translation - end.translation), 1e-9);
    EXPECT_LT(norm(rotation_vector(start.rotation.conjugate() * end.rotation)), 1e-9);
  }
  // Half a lap later it is on the other side.
  const Ego ego(road, 40, {.laps = 1});
  EXPECT_GT(norm(ego.map_from_base(20).translation - ego.map_from_base(0).translation), 90);
}

// Without laps, the vehicle keeps its speed over the seam.
TEST(Course, ALoopHasNoEnd) {
  const Road road{StreetOptions{.shape = "loop"}};
  const Ego ego(road, 100, {.speed_mps = 10});
  EXPECT_GT(ego.distance_along_road(100), 2 * road.length_m());
  for (double t = 6; t < 100; t += 0.1) {
    const Motion m = ego.motion(t);
    EXPECT_NEAR(norm(m.velocity_mps), 10, 0.6) << t;
    EXPECT_LT(norm(m.acceleration_mps2), 3.0) << t;
    EXPECT_LT(norm(m.angular_velocity_rps), 0.3) << t;
  }
}

TEST(Course, TurnsAtTheJunctionLikeACar) {
  for (const double sign : {1.0, -1.0}) {
    const Road road{StreetOptions{.curvature_per_m = sign * 0.011, .shape = "junction"}};
    const Ego ego(road, 34, {});
    const double before = to_rpy(ego.map_from_base(10).rotation).yaw,
                 after = to_rpy(ego.map_from_base(32).rotation).yaw;
    EXPECT_NEAR(after - before, sign * kPi / 2, 0.04);  // the sway adds up to 0.016 rad at either time
    double slowest = 100, slowest_s = 0;
    for (double t = 0.1; t < 34; t += 0.02) {
      const Motion m = ego.motion(t);
      const Vec3d force = m.map_from_body.rotation.conjugate() * m.acceleration_mps2;
      EXPECT_LT(std::fabs(force.y), 3.0) << t;
      EXPECT_LT(std::fabs(force.x), 2.6) << t;
      if (norm(m.velocity_mps) < slowest) slowest = norm(m.velocity_mps), slowest_s = ego.distance_along_road(t);
    }
    EXPECT_NEAR(slowest_s, road.turn_s(), 8);
    EXPECT_LT(slowest, 6);
  }
}

TEST(Course, AStandingVehicleFeelsGravityOnly) {
  for (const char* shape : {"road", "loop", "junction"}) {
    const Road road{StreetOptions{.shape = shape}};
    const Ego ego(road, 20, {.speed_mps = 0, .start_s_m = 200});
    MotionOptions exact{
        .gyro_noise_rps = 0, .gyro_bias_rps = 0, .accelerometer_noise_mps2 = 0, .accelerometer_bias_mps2 = 0};
    for (const double t : {0.0, 3.0, 19.0}) {
      EXPECT_EQ(ego.map_from_base(t), ego.map_from_base(0)) << shape;
      const ImuReading reading = read_imu(ego, t, {{}, {0.4, 0, 0.55}}, exact, 1, 0);
      EXPECT_NEAR(norm(reading.specific_force_mps2), 9.80665, 1e-9);
      EXPECT_LT(norm(reading.angular_velocity_rps), 1e-12);
    }
  }
}

// On the plane of a field, a beam that fires at elevation e from height h hits at range h / sin(-e). It is stated on a
// beam that is higher by the planted error.
TEST(ElevationError, BeamsHitTheGroundLowerThanStated) {
  auto scene = Scene::make({.curvature_per_m = 0, .relief_m = 0, .scenery = "field"}, false);
  ASSERT_TRUE(scene);
  constexpr double kHeight = 1.9, kError = 0.2 * kPi / 180;
  LidarModel model = *lidar_model("os1_64");
  model.elevation_error_rad = kError;
  const auto pose = [](double) { return Rigid3d{{}, {60, -1.6, kHeight}}; };
  const auto points = LidarSensor(model).sweep(*scene, 0, pose, {.range_noise_m = 0, .ray_drop = false}, 1).value();
  int checked = 0;
  for (const LidarPoint& p : points) {
    const double stated = model.elevation_rad[p.ring], fired = stated - kError, range = double{norm(p.point)};
    EXPECT_NEAR(std::asin(double{p.point.z} / range), stated, 1e-5);
    if (range > 40) continue;  // beyond, the land 1 mm lower may be hit
    EXPECT_NEAR(range, kHeight / std::sin(-fired), 2e-4 * range);
    ++checked;
  }
  EXPECT_GT(checked, 10000);
}

TEST(ImuBias, IsWhatReadingsContain) {
  const Road road{StreetOptions{}};
  const Ego ego(road, 20, {});
  const MotionOptions exact{
      .gyro_noise_rps = 0, .gyro_bias_rps = 0, .accelerometer_noise_mps2 = 0, .accelerometer_bias_mps2 = 0};
  const MotionOptions biased{.gyro_noise_rps = 0, .accelerometer_noise_mps2 = 0};
  const ImuReading truth = read_imu(ego, 4, {}, exact, 3, 0), reading = read_imu(ego, 4, {}, biased, 3, 0);
  const ImuReading bias = imu_bias(biased, 3);
  EXPECT_LT(norm(reading.angular_velocity_rps - truth.angular_velocity_rps - bias.angular_velocity_rps), 1e-12);
  EXPECT_LT(norm(reading.specific_force_mps2 - truth.specific_force_mps2 - bias.specific_force_mps2), 1e-12);
  EXPECT_GT(norm(bias.angular_velocity_rps), 0);
}

}  // namespace
}  // namespace gs::synth
