// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Speeds, paths and lifetimes of scripted motion, against numerical integration.
#include "gs/synth/traffic/script.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/synth/street/street.h"

namespace gs::synth {
namespace {

const Road& straight_road() {
  static const Road road({.length_m = 200, .curvature_per_m = 0, .relief_m = 0});
  return road;
}

TEST(SpeedProfile, IsTheDerivativeOfTheLengthTravelled) {
  const SpeedProfile profile({{2, 8}, {5, 0}, {7, 0}, {9, 6}});
  EXPECT_EQ(profile.speed_mps(-3), 8);
  EXPECT_EQ(profile.travelled_m(2), 0);
  EXPECT_NEAR(profile.travelled_m(0), -16, 1e-12);
  EXPECT_NEAR(profile.travelled_m(5), 12, 1e-12) << "half the speed over three seconds";
  EXPECT_NEAR(profile.travelled_m(7), 12, 1e-12) << "it stands";
  EXPECT_NEAR(profile.travelled_m(10), 12 + 6 + 6, 1e-12);
  for (double t = -1; t < 12; t += 0.0371) {
    constexpr double h = 1e-4;
    EXPECT_NEAR((profile.travelled_m(t + h) - profile.travelled_m(t - h)) / (2 * h), profile.speed_mps(t), 1e-6) << t;
  }
}

TEST(Script, ChangesLaneSmoothlyAndEndsStraight) {
  const Script script{.start = {20, -1.6}, .speed = SpeedProfile({{0, 10}}), .lane_changes = {{10, 20, 3.2}}};
  EXPECT_NEAR(state_of(script, straight_road(), 1).at.d, -1.6, 1e-12);
  EXPECT_NEAR(state_of(script, straight_road(), 2).at.d, 0, 1e-12) << "half way";
  const ScriptState after = state_of(script, straight_road(), 3);
  EXPECT_NEAR(after.at.s, 50, 1e-12);
  EXPECT_NEAR(after.at.d, 1.6, 1e-12);
  EXPECT_NEAR(after.heading_rad, 0, 1e-12);
  EXPECT_GT(state_of(script, straight_road(), 2).heading_rad, 0.1) << "to the left";
}

// Oncoming objects drive towards smaller s, and their left is the right of the road.
TEST(Script, OncomingPathsAreMirrored) {
  const Script script{
      .start = {80, 1.6}, .heading_rad = kPi, .speed = SpeedProfile({{0, 10}}), .lane_changes = {{0, 10, -2.7}}};
  const ScriptState after = state_of(script, straight_road(), 2);
  EXPECT_NEAR(after.at.s, 60, 1e-12);
  EXPECT_NEAR(after.at.d, 4.3, 1e-12);
}

TEST(Script, TurnsByItsAngleAlongItsLength) {
  const Turn turn{.from_m = 5, .length_m = 16, .angle_rad = -0.5 * kPi};
  const Script script{.start = {40, -1.6}, .speed = SpeedProfile({{0, 5}}), .turn = turn};
  // The speed is the scripted one, and the path follows the heading.
  for (double t = 0.1; t < 8; t += 0.31) {
    constexpr double h = 1e-4;
    const ScriptState a = state_of(script, straight_road(), t - h), b = state_of(script, straight_road(), t + h);
    const ScriptState now = state_of(script, straight_road(), t);
    EXPECT_NEAR((b.at.s - a.at.s) / (2 * h), 5 * std::cos(now.heading_rad), 1e-3) << t;
    EXPECT_NEAR((b.at.d - a.at.d) / (2 * h), 5 * std::sin(now.heading_rad), 1e-3) << t;
  }
  const Vec2d bend = displacement_of(turn);
  EXPECT_NEAR(bend.x, -bend.y, 1e-9) << "symmetric about its middle";
  const ScriptState after = state_of(script, straight_road(), 10);  // 29 m behind the turn
  EXPECT_NEAR(after.heading_rad, -0.5 * kPi, 1e-12);
  EXPECT_NEAR(after.at.s, 45 + bend.x, 1e-9);
  EXPECT_NEAR(after.at.d, -1.6 + bend.y - 29, 1e-9);
}

TEST(Script, RepeatsOrEndsAtTheEndOfTheRoad) {
  Script script{.start = {100, 1.6}, .speed = SpeedProfile({{0, 10}})};
  EXPECT_TRUE(exists(script, straight_road(), 15));
  EXPECT_FALSE(exists(script, straight_road(), 16)) << "s = 260 m is the end of the run-out";
  script.repeats = true;
  EXPECT_TRUE(exists(script, straight_road(), 16));
  const double lap = lap_length_m(straight_road());
  EXPECT_NEAR(state_of(script, straight_road(), 1 + lap / 10).at.s, 110, 1e-9);
  script.from_s = 3, script.to_s = 8;
  EXPECT_FALSE(exists(script, straight_road(), 2));
  EXPECT_TRUE(exists(script, straight_road(), 5));
  EXPECT_FALSE(exists(script, straight_road(), 9));
}

}  // namespace
}  // namespace gs::synth
