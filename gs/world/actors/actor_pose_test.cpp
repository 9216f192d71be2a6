// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Poses between samples against closed forms of the motion.
#include "gs/world/actors/actor_pose.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "gs/core/numbers/math.h"

namespace gs::world {
namespace {

// Position, yaw, speed and yaw rate of a motion at time t.
struct Motion {
  Vec3d position;
  double yaw, v, yaw_rate;
};

// Samples of a motion at 10 Hz from `from` to `to`.
ActorTrajectory sampled(const std::function<Motion(double)>& motion, double from, double to) {
  ActorTrajectory actor;
  const int steps = static_cast<int>(std::lround((to - from) * 10));
  for (int i = 0; i <= steps; ++i) {
    const double t = from + i * 0.1;
    const Motion m = motion(t);
    actor.t.push_back(t), actor.yaw.push_back(m.yaw), actor.v.push_back(m.v), actor.yaw_rate.push_back(m.yaw_rate);
    actor.x.push_back(m.position.x), actor.y.push_back(m.position.y), actor.z.push_back(m.position.z);
  }
  return actor;
}

// Constant acceleration along a heading of 30 deg, on a slope.
Motion braking(double t) {
  const double v = 20 - 3 * t, s = 20 * t - 1.5 * t * t, yaw = kPi / 6;
  return {{s * std::cos(yaw), s * std::sin(yaw), 0.05 * t}, yaw, v, 0};
}

// A circle of 33.3 m at 10 m/s (3 m/s2 to the side), through the heading of 180 deg.
Motion circling(double t) {
  const double v = 10, radius = 100.0 / 3, rate = v / radius, yaw = kPi - 0.3 + rate * t;
  return {{radius * std::sin(yaw), -radius * std::cos(yaw), 0}, std::remainder(yaw, 2 * kPi), v, rate};
}

TEST(ActorPose, IsExactAtTheSamples) {
  const ActorTrajectory actor = sampled(circling, 5, 9);
  for (std::size_t i = 0; i < actor.t.size(); ++i) {
    const auto pose = pose_at(actor, actor.t[i]);
    ASSERT_TRUE(pose);
    EXPECT_EQ(pose->position, (Vec3d{actor.x[i], actor.y[i], actor.z[i]}));
    EXPECT_NEAR(pose->yaw, actor.yaw[i], 1e-15);
    EXPECT_NEAR(pose->v, actor.v[i], 1e-12);
    EXPECT_NEAR(pose->yaw_rate, actor.yaw_rate[i], 1e-12);
  }
}

// Positions are quadratic in time, which cubic curves hold exactly.
TEST(ActorPose, EqualsTheClosedFormOfConstantAcceleration) {
  const ActorTrajectory actor = sampled(braking, 0, 4);
  for (double t = 0.013; t < 4; t += 0.037) {
    const Motion truth = braking(t);
    const auto pose = pose_at(actor, t);
    ASSERT_TRUE(pose);
    EXPECT_NEAR(norm(pose->position - truth.position), 0, 1e-12) << t;
    EXPECT_NEAR(pose->v, truth.v, 1e-11) << t;
    EXPECT_NEAR(pose->yaw, truth.yaw, 1e-15) << t;
  }
}

TEST(ActorPose, StaysWithinAMillimetreOfACircleAndTurnsThroughPi) {
  const ActorTrajectory actor = sampled(circling, 0, 4);
  for (double t = 0.013; t < 4; t += 0.037) {
    const Motion truth = circling(t);
    const auto pose = pose_at(actor, t);
    ASSERT_TRUE(pose);
    EXPECT_LT(norm(pose->position - truth.position), 1e-3) << t;
    EXPECT_NEAR(std::remainder(pose->yaw - truth.yaw, 2 * kPi), 0, 1e-12) << t;
    EXPECT_LE(std::abs(pose->yaw), kPi) << t;
    EXPECT_NEAR(pose->yaw_rate, truth.yaw_rate, 1e-9) << t;
    EXPECT_NEAR(pose->v, 10, 1e-3) << t;
  }
}

TEST(ActorPose, ReversingHasANegativeSpeed) {
  const ActorTrajectory actor = sampled([](double t) { return Motion{{-2 * t, 0, 0}, 0, -2, 0}; }, 0, 1);
  EXPECT_NEAR(pose_at(actor, 0.55)->v, -2, 1e-12);
  EXPECT_NEAR(pose_at(actor, 0.55)->position.x, -1.1, 1e-12);
}

TEST(ActorPose, DoesNotExistBeforeTheFirstAndAfterTheLastSample) {
  const ActorTrajectory actor = sampled(braking, 1, 2);
  EXPECT_FALSE(pose_at(actor, std::nextafter(1.0, 0.0)));
  EXPECT_TRUE(pose_at(actor, 1));
  EXPECT_TRUE(pose_at(actor, actor.t.back()));
  EXPECT_FALSE(pose_at(actor, std::nextafter(actor.t.back(), 9.0)));
  EXPECT_FALSE(pose_at(actor, NAN));
  EXPECT_FALSE(pose_at(ActorTrajectory{}, 0));
}

// A parked actor needs two samples.
TEST(ActorPose, StandsStillBetweenTwoEqualSamples) {
  ActorTrajectory actor{
      .t = {10, 500}, .x = {4, 4}, .y = {3, 3}, .z = {1, 1}, .yaw = {2, 2}, .v = {0, 0}, .yaw_rate = {0, 0}};
  const auto pose = pose_at(actor, 123.4);
  ASSERT_TRUE(pose);
  EXPECT_EQ(pose->position, (Vec3d{4, 3, 1}));
  EXPECT_EQ(pose->v, 0);
  EXPECT_EQ(pose->pitch, 0);
  actor.pitch = {0, 0.2}, actor.roll = {0.1, 0.1};
  EXPECT_NEAR(pose_at(actor, 255)->pitch, 0.1, 1e-15);
  EXPECT_NEAR(pose_at(actor, 255)->roll, 0.1, 1e-15);
}

TEST(ActorPose, TellsThePhase) {
  const ActorTrajectory actor{
      .phases = {{1, 2, PhaseKind::moving}, {2, 3, PhaseKind::parked}, {4, 5, PhaseKind::predicted}}};
  EXPECT_EQ(phase_at(actor, 0), PhaseKind::moving) << "no phase counts as moving";
  EXPECT_EQ(phase_at(actor, 1.5), PhaseKind::moving);
  EXPECT_EQ(phase_at(actor, 2), PhaseKind::parked);
  EXPECT_EQ(phase_at(actor, 3), PhaseKind::parked);
  EXPECT_EQ(phase_at(actor, 3.5), PhaseKind::moving);
  EXPECT_EQ(phase_at(actor, 5), PhaseKind::predicted);
}

}  // namespace
}  // namespace gs::world
