// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/object_track.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace gs::mapping {
namespace {

// A car on a circle of 20 m at 10 m/s, closed form.
ObjectState on_circle(double time_s) {
  const double rate = 0.5, angle = rate * time_s;
  return {.stamp = Timestamp::from_seconds(100 + time_s),
          .position_in_map = {20 * std::sin(angle), 20 * (1 - std::cos(angle)), 0.1 * time_s},
          .yaw = angle,
          .v = 10,
          .yaw_rate = rate};
}
std::vector<ObjectState> circle() {
  std::vector<ObjectState> states;
  for (int i = 0; i <= 20; ++i) states.push_back(on_circle(0.1 * i));
  return states;
}

void expect_near(const ObjectState& a, const ObjectState& b, double position_m) {
  EXPECT_LT(norm(a.position_in_map - b.position_in_map), position_m);
  EXPECT_NEAR(a.yaw, b.yaw, 1e-4);
  EXPECT_NEAR(a.v, b.v, 1e-2);
  EXPECT_NEAR(a.yaw_rate, b.yaw_rate, 1e-3);
}

TEST(ObjectTrack, StateBetweenTwoStatesFollowsTheMotion) {
  const std::vector<ObjectState> states = circle();
  for (const double t : {0.0, 0.03, 0.05, 0.777, 1.25, 1.999}) {
    expect_near(state_at(states, Timestamp::from_seconds(100 + t)), on_circle(t), 1e-4);
  }
}

TEST(ObjectTrack, StateOutsideCarriesOnAlongTheArc) {
  const std::vector<ObjectState> states = circle();
  ObjectState before = on_circle(-0.08), after = on_circle(2.1);
  before.position_in_map.z = states.front().position_in_map.z;  // heights are not extrapolated
  after.position_in_map.z = states.back().position_in_map.z;
  expect_near(state_at(states, before.stamp), before, 1e-9);
  expect_near(state_at(states, after.stamp), after, 1e-9);
}

TEST(ObjectTrack, ReversingKeepsTheHeadingAndTheSign) {
  std::vector<ObjectState> states;
  for (int i = 0; i < 3; ++i) {
    states.push_back({.stamp = Timestamp::from_seconds(0.1 * i), .position_in_map = {-0.3 * i, 0, 0}, .v = -3});
  }
  const ObjectState state = state_at(states, Timestamp::from_seconds(0.05));
  EXPECT_NEAR(state.v, -3, 1e-9);
  EXPECT_NEAR(state.yaw, 0, 1e-9);
  EXPECT_NEAR(state.position_in_map.x, -0.15, 1e-9);
}

TEST(ObjectTrack, EqualStampsOfTwoSensorsAreAllowed) {
  const Timestamp t = Timestamp::from_seconds(1);
  const std::vector<ObjectState> states{{.stamp = t, .position_in_map = {1, 0, 0}},
                                        {.stamp = t, .position_in_map = {1, 0, 0}}};
  EXPECT_EQ(state_at(states, t).position_in_map, (Vec3d{1, 0, 0}));
}

TEST(ObjectTrack, ThePoseTurnsForwardToTheHeading) {
  const ObjectState state{.stamp = {}, .position_in_map = {1, 2, 3}, .yaw = kPi / 2};
  EXPECT_LT(norm(state.map_from_object() * Vec3d{2, 0, 0} - Vec3d{1, 4, 3}), 1e-12);
}

TEST(ObjectTrack, EveryReasonHasAName) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(TrackRejection::low_points); ++i) {
    names.insert(name_of(static_cast<TrackRejection>(i)));
  }
  EXPECT_EQ(names.size(), 8u);
  EXPECT_EQ(names.count(""), 0u);
}

}  // namespace
}  // namespace gs::mapping
