// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/objects/motion_smoother.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

namespace gs::mapping {
namespace {

// A track along x whose points are known exactly; x(t) gives the place of their mean.
template <class Place>
ObjectTrack straight_track(std::size_t count, const Place& x) {
  ObjectTrack track;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = 0.1 * static_cast<double>(i);
    track.sightings.push_back({.sweep = i, .sensor = 0, .stamp = Timestamp::from_seconds(50 + t), .points = {}});
    if (i == 0) continue;
    RelativePose motion{
        .from = i - 1, .to = i, .pivot_in_map = {x(t - 0.1), 3, 1}, .translation = {x(t) - x(t - 0.1), 0, 0}};
    for (const std::size_t k : {0U, 5U, 10U, 15U}) motion.covariance[k] = 1e-4;
    track.motions.push_back(motion);
  }
  return track;
}

TEST(MotionSmoother, ConstantSpeedOnALineIsExact) {
  const ObjectTrack track = straight_track(40, [](double t) { return 5 + 12 * t; });
  const SmoothedMotion smooth = smooth_motion({.start = first_guess(track), .motions = track.motions}, true);
  ASSERT_EQ(smooth.states.size(), 40u);
  for (std::size_t i = 0; i < 40; ++i) {
    const ObjectState& s = smooth.states[i];
    EXPECT_NEAR(s.position_in_map.x, 5 + 1.2 * static_cast<double>(i), 1e-8);
    EXPECT_NEAR(s.position_in_map.y, 3, 1e-8);
    EXPECT_NEAR(s.v, 12, 1e-6);
    EXPECT_NEAR(s.yaw, 0, 1e-8);
  }
  EXPECT_LT(smooth.largest_jump, 1e-4);
  EXPECT_GT(smooth.states[39].sigma_m, smooth.states[1].sigma_m);  // nothing ties the far end but the chain
}

TEST(MotionSmoother, AnObjectThatBacksUpFirstKeepsItsHeading) {
  // Two metres back in a second, then 30 m forward.
  const auto x = [](double t) { return t < 1 ? -2 * t : -2 + 5 * (t - 1); };
  const ObjectTrack track = straight_track(70, x);
  const SmoothedMotion smooth = smooth_motion({.start = first_guess(track), .motions = track.motions}, false);
  EXPECT_NEAR(smooth.states[5].v, -2, 0.2);
  EXPECT_NEAR(smooth.states[60].v, 5, 0.2);
  for (const ObjectState& s : smooth.states) EXPECT_NEAR(s.yaw, 0, 0.02);
}

TEST(MotionSmoother, TheFrameTurnsToTheMotionOnACircle) {
  // The object frame starts at any yaw; the motion says that x points along the circle.
  const double rate = 0.5, radius = 20;
  ObjectTrack track;
  for (std::size_t i = 0; i < 60; ++i) {
    const double t = 0.1 * static_cast<double>(i);
    track.sightings.push_back({.sweep = i, .sensor = 0, .stamp = Timestamp::from_seconds(t), .points = {}});
    if (i == 0) continue;
    const auto at = [&](double time) {
      return Vec3d{radius * std::cos(rate * time), radius * std::sin(rate * time), 0};
    };
    RelativePose motion{
        .from = i - 1, .to = i, .pivot_in_map = at(t - 0.1), .translation = at(t) - at(t - 0.1), .yaw = 0.1 * rate};
    for (const std::size_t k : {0U, 5U, 10U, 15U}) motion.covariance[k] = 1e-6;
    track.motions.push_back(motion);
  }
  const SmoothedMotion smooth =
      smooth_motion({.start = first_guess(track), .motions = track.motions, .axle_m = 0.0}, false);
  for (std::size_t i = 0; i < 60; ++i) {
    const double expected = kPi / 2 + 0.05 * static_cast<double>(i);
    EXPECT_NEAR(std::remainder(smooth.states[i].yaw - expected, 2 * kPi), 0, 1e-3);
    EXPECT_NEAR(smooth.states[i].v, 10, 1e-2);
    EXPECT_NEAR(smooth.states[i].yaw_rate, rate, 1e-2);
  }
}

// Kalman filter and Rauch-Tung-Striebel pass over (place, speed): the oracle of the holonomic chain in x.
struct Oracle {
  std::vector<Eigen::Vector2d> mean;
  std::vector<Eigen::Matrix2d> covariance;
};
Oracle kalman(const std::vector<double>& measured, double dt, double accel, double sigma) {
  Eigen::Matrix2d f, q = Eigen::Matrix2d::Zero();
  f << 1, dt, 0, 1;
  const double place = 0.01 + 0.5 * accel * dt * dt, speed = accel * std::sqrt(dt * 0.1);
  q.diagonal() << place * place, speed * speed;
  Oracle filtered, predicted;
  Eigen::Vector2d x{measured[0], 0};
  Eigen::Matrix2d p = Eigen::Vector2d(1e4, 900).asDiagonal();
  for (std::size_t i = 0; i < measured.size(); ++i) {
    if (i > 0) x = f * x, p = f * p * f.transpose() + q;
    predicted.mean.push_back(x), predicted.covariance.push_back(p);
    const Eigen::Vector2d gain = p.col(0) / (p(0, 0) + sigma * sigma);
    x += gain * (measured[i] - x[0]);
    p -= gain * p.row(0).eval();
    filtered.mean.push_back(x), filtered.covariance.push_back(p);
  }
  for (std::size_t i = measured.size() - 1; i-- > 0;) {
    const Eigen::Matrix2d c = filtered.covariance[i] * f.transpose() * predicted.covariance[i + 1].inverse();
    filtered.mean[i] += c * (filtered.mean[i + 1] - predicted.mean[i + 1]);
    filtered.covariance[i] += c * (filtered.covariance[i + 1] - predicted.covariance[i + 1]) * c.transpose();
  }
  return filtered;
}

TEST(MotionSmoother, ALinearChainIsThatOfAKalmanSmoother) {
  constexpr double kSigma = 0.05;
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0, 0.02);  // small: no Huber weight differs from 1
  std::vector<double> measured;
  SmootherInput input{.noise = {1.5, 3}, .holonomic = true};
  std::vector<SightedPose> poses;
  for (std::size_t i = 0; i < 30; ++i) {
    measured.push_back(0.12 * static_cast<double>(i) + noise(random));
    input.start.push_back(
        {.stamp = Timestamp::from_seconds(0.1 * static_cast<double>(i)), .position_in_map = {measured[0], 0, 0}});
    SightedPose pose{.sighting = i, .point_in_object = {}, .point_in_map = {measured[i], 0, 0}, .yaw = 0};
    for (const std::size_t k : {0U, 5U, 10U, 15U}) pose.covariance[k] = kSigma * kSigma;
    poses.push_back(pose);
  }
  input.poses = poses;
  const SmoothedMotion smooth = smooth_motion(input, true);
  const Oracle oracle = kalman(measured, 0.1, 1.5, kSigma);
  for (std::size_t i = 0; i < 30; ++i) {
    EXPECT_NEAR(smooth.states[i].position_in_map.x, oracle.mean[i][0], 1e-6);
    EXPECT_NEAR(smooth.states[i].v, oracle.mean[i][1], 1e-5);
    EXPECT_NEAR(smooth.states[i].sigma_m, std::sqrt(oracle.covariance[i](0, 0)), 1e-5);
  }
}

TEST(MotionSmoother, OneWrongMeasurementHardlyMovesTheTrack) {
  const auto run = [](double error_m) {
    SmootherInput input;
    std::vector<SightedPose> poses;
    for (std::size_t i = 0; i < 40; ++i) {
      const double x = 1.0 * static_cast<double>(i);
      input.start.push_back(
          {.stamp = Timestamp::from_seconds(0.1 * static_cast<double>(i)), .position_in_map = {x, 0, 0}, .v = 10});
      SightedPose pose{.sighting = i, .point_in_object = {}, .point_in_map = {x, i == 20 ? error_m : 0, 0}, .yaw = 0};
      for (const std::size_t k : {0U, 5U, 10U, 15U}) pose.covariance[k] = 4e-4;
      poses.push_back(pose);
    }
    input.poses = poses;
    return smooth_motion(input, false);
  };
  const SmoothedMotion wrong = run(2);
  EXPECT_LT(std::abs(wrong.states[20].position_in_map.y), 0.1);
  EXPECT_GT(wrong.largest_jump, 20);
  EXPECT_LT(run(0).largest_jump, 1e-6);
}

}  // namespace
}  // namespace gs::mapping
