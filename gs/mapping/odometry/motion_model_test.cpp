// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Motion within a sweep from odometry, gyroscope or constant velocity, and the deskew that uses it.
#include "gs/mapping/odometry/motion_model.h"

#include <gtest/gtest.h>

#include <limits>

namespace gs::mapping {
namespace {

Timestamp at(double seconds) { return Timestamp::from_seconds(100 + seconds); }

void expect_near(const Rigid3d& a, const Rigid3d& b, double tolerance) {
  EXPECT_LT(norm(a.translation - b.translation), tolerance);
  EXPECT_LT(angle_between(a.rotation, b.rotation), tolerance);
}

// A quarter circle of radius 10 m to the left.
TEST(Twist, FollowsACircle) {
  const Twist twist{{0, 0, 0.5}, {5, 0, 0}};
  const Rigid3d quarter = motion_of(twist, kPi);
  expect_near(quarter, {Quaterniond::from_rpy(0.0, 0.0, kPi / 2), {10, 10, 0}}, 1e-9);
}

TEST(Twist, IsTheInverseOfItsMotion) {
  for (const Vec3d& angular : {Vec3d{}, Vec3d{1e-6, 0, 0}, Vec3d{0.3, -0.2, 1.1}, Vec3d{0, 2.5, 0}}) {
    const Twist twist{angular, {3, -1, 0.5}};
    const Twist back = twist_of(motion_of(twist, 0.7), 0.7);
    EXPECT_LT(norm(back.angular - twist.angular), 1e-9);
    EXPECT_LT(norm(back.linear - twist.linear), 1e-9);
  }
}

// A turn with a varying rate, sampled at 100 Hz, with a constant bias.
std::vector<ImuSample> wavy_samples(Vec3d bias) {
  std::vector<ImuSample> samples;
  for (int i = 0; i <= 300; ++i) {
    const double t = 0.01 * i;
    samples.push_back({at(t), Vec3d{0, 0, 0.4 * std::cos(2 * t)} + bias, {0, 0, 9.81}});
  }
  return samples;
}

TEST(ImuTrack, IntegratesRatesAndRemovesTheBias) {
  const Vec3d bias{0.01, -0.02, 0.005};
  const ImuTrack track(wavy_samples(bias));
  const auto turned = track.rotation(at(0.433), at(0.533), bias);
  ASSERT_TRUE(turned);
  const double yaw = 0.2 * (std::sin(2 * 0.533) - std::sin(2 * 0.433));
  EXPECT_LT(norm(rotation_vector(*turned) - Vec3d{0, 0, yaw}), 5e-4);
  const auto back = track.rotation(at(0.533), at(0.433), bias);
  EXPECT_LT(angle_between(*back, turned->conjugate()), 5e-4);
}

TEST(ImuTrack, HasNothingOutsideItsSamplesAndInGaps) {
  std::vector<ImuSample> samples = wavy_samples({});
  samples.erase(samples.begin() + 100, samples.begin() + 150);
  samples.push_back({at(1), {}, {}});  // back in time
  samples.push_back({at(4), {std::numeric_limits<double>::quiet_NaN(), 0, 0}, {}});
  const ImuTrack track(samples);
  EXPECT_TRUE(track.rotation(at(0.1), at(0.2)));
  EXPECT_FALSE(track.rotation(at(-0.1), at(0.2)));
  EXPECT_FALSE(track.rotation(at(0.1), at(3.1)));
  EXPECT_FALSE(track.rotation(at(0.1), at(1.2)));
  EXPECT_FALSE(ImuTrack().rotation(at(0), at(0)));
}

TEST(ImuTrack, MeasuresTheBiasWhileStanding) {
  const Vec3d bias{0.001, 0.002, -0.003};
  std::vector<ImuSample> samples = wavy_samples({});
  EXPECT_FALSE(ImuTrack(samples).bias_at_rest());
  for (int i = 0; i < 300; ++i) samples.push_back({at(3.01 + 0.01 * i), bias, {0, 0, 9.81}});
  const auto found = ImuTrack(samples).bias_at_rest();
  ASSERT_TRUE(found);
  EXPECT_LT(norm(*found - bias), 1e-9);
  EXPECT_NEAR(ImuTrack(samples).mean_force(at(1), at(2))->z, 9.81, 1e-9);
  EXPECT_FALSE(ImuTrack(samples).mean_force(at(50), at(51)));
}

TEST(MotionModel, PrefersOdometryThenGyroThenTwist) {
  const Trajectory odometry = Trajectory::from_poses({{at(0), Rigid3d{}}, {at(1), Rigid3d{{}, {7, 0, 0}}}}).value();
  const ImuTrack imu(wavy_samples({}));
  MotionModel model({&odometry, &imu});
  model.twist = {{0, 0, 1}, {2, 0, 0}};
  expect_near(model.motion(at(0.2), at(0.4)), {{}, {1.4, 0, 0}}, 1e-9);
  EXPECT_FALSE(model.has_odometry(at(0.9), at(1.1)));
  const Rigid3d by_gyro = model.motion(at(1.5), at(1.6));
  EXPECT_LT(angle_between(by_gyro.rotation, *imu.rotation(at(1.5), at(1.6))), 1e-9);
  EXPECT_NEAR(norm(by_gyro.translation), 0.2, 1e-3);
  expect_near(model.motion(at(5), at(5.1)), motion_of(model.twist, 0.1), 1e-12);
}

// A fixed point seen at several times from a moving body lies at one position after deskewing.
TEST(Deskew, BringsAFixedPointTogether) {
  MotionModel model({});
  model.twist = {{0.02, -0.01, 0.6}, {15, 0.3, 0}};
  const Vec3d fixed{12, -7, 1.5};  // in base_link at the reference
  PointBuffer points, out;
  for (int i = 0; i <= 100; ++i) {
    const double offset = -0.02 + 0.001 * i;
    const Rigid3d reference_from_then = model.motion(at(0.03), at(offset));
    points.push(cast<float>(reference_from_then.inverse() * fixed), static_cast<float>(offset));
  }
  deskew_points(points, at(0), at(0.03), model, out);
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_LT(norm(cast<double>(out.at(i)) - fixed), 0.002);
  deskew_points({}, at(0), at(0), model, out);
  EXPECT_EQ(out.size(), 0u);
}

}  // namespace
}  // namespace gs::mapping
