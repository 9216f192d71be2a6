// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/objects/sighted_poses.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gs::mapping {
namespace {

// Where the sensor is, and the part of the back of a van that a sighting shows; all in the object frame.
struct BackView {
  Vec3f sensor;
  float low_y = -1, high_y = 1;
};

// Sightings of a van whose back is at x = -2.7 m, 2 m wide; each state has the origin at (0, 0) and looks along x.
struct BackViews {
  std::vector<ObjectPoint> points;
  std::vector<ObjectState> states;
  std::vector<SightedPose> poses;  // as registration gives them: it says that nothing is to be moved

  explicit BackViews(const std::vector<BackView>& views) {
    for (uint32_t s = 0; s < views.size(); ++s) {
      for (int i = 0; i <= 40; ++i) {
        const float y = views[s].low_y + (views[s].high_y - views[s].low_y) * static_cast<float>(i) / 40;
        for (const float z : {0.5F, 1.0F, 1.5F}) {
          points.push_back(
              {.position_in_object = {-2.7F, y, z}, .ray_origin_in_object = views[s].sensor, .sighting = s});
        }
      }
      states.push_back({.stamp = Timestamp::from_seconds(0.1 * s), .position_in_map = {}});
      SightedPose pose{.sighting = s, .point_in_object = {}, .point_in_map = {}};
      for (const std::size_t k : {0U, 5U, 10U, 15U}) pose.covariance[k] = 0.02 * 0.02;
      poses.push_back(pose);
    }
  }
  // Poses that were added behind those of the registration.
  std::vector<SightedPose> added() {
    const auto known = static_cast<std::ptrdiff_t>(poses.size());
    add_flanks(points, states, poses);
    return {poses.begin() + known, poses.end()};
  }
};

constexpr Vec3f kBehind{-9, 0, 1.8F};

TEST(AddFlanks, TellsWhereABackSeenFromBehindLiesAcrossTheHeading) {
  BackViews views({{kBehind}, {kBehind, -0.7F, 1.3F}, {kBehind, -1.2F, 0.8F}, {kBehind}});
  const std::vector<SightedPose> added = views.added();
  ASSERT_EQ(added.size(), 4u);
  const double expected[] = {0, 0.3, -0.2, 0};
  for (std::size_t i = 0; i < added.size(); ++i) {
    EXPECT_EQ(added[i].sighting, i);
    EXPECT_NEAR(added[i].point_in_map.y, expected[i], 0.01);
    EXPECT_LT(std::sqrt(added[i].covariance[5]), 0.1);  // across
    EXPECT_GT(std::sqrt(added[i].covariance[0]), 5);    // along: not known
    EXPECT_GT(std::sqrt(added[i].covariance[15]), 5);   // yaw: not known
    // The registration keeps its say along the heading only.
    EXPECT_NEAR(std::sqrt(views.poses[i].covariance[0]), 0.02, 1e-9);
    EXPECT_GT(std::sqrt(views.poses[i].covariance[5]), 0.1);
  }
}

TEST(AddFlanks, BringsBackAVehicleThatDriftedFarAcrossItsHeading) {
  const BackView drifted{{-9, 1.4F, 1.8F}, 0.4F, 2.4F};
  BackViews views({{kBehind}, drifted, drifted, {kBehind}});
  const std::vector<SightedPose> added = views.added();
  ASSERT_EQ(added.size(), 4u);
  EXPECT_NEAR(added[1].point_in_map.y, 1.4, 0.01);
}

TEST(AddFlanks, LeavesOutSightingsThatShowASideOrAPartOfTheBack) {
  const Vec3f aside{-9, 4, 1.8F}, beside{0, 0.5F, 1.8F};
  BackViews views({{kBehind}, {kBehind}, {kBehind}, {aside}, {beside}, {kBehind, -1, 0.3F}});
  const std::vector<SightedPose> added = views.added();
  ASSERT_EQ(added.size(), 3u);
  EXPECT_EQ(added.back().sighting, 2u);
  EXPECT_NEAR(std::sqrt(views.poses[5].covariance[5]), 0.02, 1e-9);
}

TEST(AddFlanks, NeedsSeveralSightingsOfTheWidthOfAVehicle) {
  EXPECT_TRUE(BackViews({{kBehind}, {kBehind}}).added().empty());
  const BackView person{kBehind, -0.3F, 0.3F}, wall{kBehind, -4, 4};
  EXPECT_TRUE(BackViews({person, person, person, person}).added().empty());
  EXPECT_TRUE(BackViews({wall, wall, wall, wall}).added().empty());
  EXPECT_TRUE(BackViews({}).added().empty());
}

}  // namespace
}  // namespace gs::mapping
