// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Planted errors of odometry follow their formulas.
#include "gs/synth/drive/odometry_path.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gs::synth {
namespace {

const StreetOptions kStraight{.curvature_per_m = 0, .relief_m = 0};

DriveOptions options_with(const ErrorOptions& errors) {
  DriveOptions options;
  options.errors = errors;
  options.ego.wander_m = 0;
  return options;
}

TEST(OdometryPath, WithoutErrorsItIsTheTruth) {
  const Road road{StreetOptions{}};
  const Ego ego(road, 20, {});
  const OdometryPath path(ego, {});
  for (const double t : {-0.1, 0.0, 7.3, 20.2}) {
    EXPECT_EQ(path.odom_from_base(t), ego.map_from_base(t));
    EXPECT_EQ(path.motion(t).velocity_mps, ego.motion(t).velocity_mps);
  }
}

// On a straight road the error of 1 % is 1 % of the distance, at every time.
TEST(OdometryPath, ScaleGrowsWithTheDistance) {
  const Road road{kStraight};
  const DriveOptions options = options_with({.odometry_scale_percent = 1, .odometry_height_percent = 0.5});
  const Ego ego(road, 20, options.ego);
  const OdometryPath path(ego, options);
  for (double t = -0.1; t < 20.2; t += 0.173) {
    const double gone = ego.distance_along_road(t) - ego.distance_along_road(0);
    const Vec3d error = path.odom_from_base(t).translation - ego.map_from_base(t).translation;
    EXPECT_NEAR(path.travelled_m(t), gone, 1e-9);
    EXPECT_NEAR(error.x, 0.01 * gone, 1e-9);
    EXPECT_NEAR(error.y, 0, 1e-9);
    EXPECT_NEAR(error.z, 0.005 * gone, 1e-9);
  }
}

// A straight drive that turns by k per metre is stated as an arc of radius 1/k.
TEST(OdometryPath, YawDriftBendsAStraightDriveToAnArc) {
  const Road road{kStraight};
  const DriveOptions options = options_with({.odometry_yaw_deg_per_100m = 2});
  const Ego ego(road, 20, options.ego);
  const OdometryPath path(ego, options);
  const double k = 2 * kPi / 180 / 100;
  const Rigid3d start = ego.map_from_base(0);
  for (double t = 0; t < 20; t += 0.7) {
    const double gone = ego.distance_along_road(t) - ego.distance_along_road(0);
    const Rigid3d stated = path.odom_from_base(t);
    EXPECT_NEAR(stated.translation.x - start.translation.x, std::sin(k * gone) / k, 1e-6);
    EXPECT_NEAR(stated.translation.y - start.translation.y, (1 - std::cos(k * gone)) / k, 1e-6);
    EXPECT_NEAR(to_rpy(stated.rotation).yaw - to_rpy(start.rotation).yaw, k * gone, 1e-9);
  }
  EXPECT_GT(path.travelled_m(20), 150);
}

// Velocities are the derivatives of the stated poses.
TEST(OdometryPath, VelocitiesBelongToTheStatedPath) {
  const Road road{StreetOptions{}};
  DriveOptions options =
      options_with({.odometry_scale_percent = 2, .odometry_yaw_deg_per_100m = 5, .odometry_height_percent = 1});
  const Ego ego(road, 20, options.ego);
  constexpr double h = 0.004;
  for (const bool planar : {false, true}) {
    options.errors.planar_poses = planar;
    const OdometryPath path(ego, options);
    for (double t = 0.5; t < 20; t += 0.61) {
      const Rigid3d before = path.odom_from_base(t - h), after = path.odom_from_base(t + h);
      const Motion m = path.motion(t);
      EXPECT_LT(norm((after.translation - before.translation) / (2 * h) - m.velocity_mps), 1e-3) << t;
      const Vec3d rate = rotation_vector(before.rotation.conjugate() * after.rotation) / (2 * h);
      EXPECT_LT(norm(rate - m.angular_velocity_rps), 1e-3) << t;
    }
  }
}

// Recorded poses of a hill without height, roll and pitch; x, y and heading are true.
TEST(OdometryPath, PlanarPosesHaveNoHill) {
  const Road road{StreetOptions{.relief_m = 4}};
  DriveOptions options = options_with({.planar_poses = true});
  const Ego ego(road, 20, options.ego);
  const OdometryPath path(ego, options);
  double highest = 0;
  for (double t = 0; t < 20; t += 0.5) {
    const Rigid3d truth = ego.map_from_base(t), stated = path.odom_from_base(t);
    highest = std::max(highest, truth.translation.z);
    EXPECT_EQ(stated.translation.z, 0);
    EXPECT_EQ(stated.translation.x, truth.translation.x);
    EXPECT_EQ(stated.translation.y, truth.translation.y);
    EXPECT_NEAR(to_rpy(stated.rotation).pitch, 0, 1e-15);
    EXPECT_NEAR(to_rpy(stated.rotation).yaw, to_rpy(truth.rotation).yaw, 1e-12);
  }
  EXPECT_GT(highest, 3) << "the drive crosses the hill";
}

}  // namespace
}  // namespace gs::synth
