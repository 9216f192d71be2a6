// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/register_clusters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "gs/mapping/actors/vote_translation.h"

namespace gs::mapping {
namespace {

// Points on the back and the left side of a car of 4.4 x 1.8 x 1.4 m, seen from behind on the left. Two sightings
// with different phases have no point in common.
std::vector<Vec3d> car(double phase) {
  std::vector<Vec3d> points;
  for (double z = 0.3; z < 1.5; z += 0.2) {
    for (double y = -0.9 + 0.1 * phase; y <= 0.9; y += 0.1) points.push_back({-2.2, y, z + 0.1 * phase});
    for (double x = -2.2 + 0.15 * phase; x <= 2.2; x += 0.15) points.push_back({x, 0.9, z + 0.1 * phase});
  }
  return points;
}

ObjectCloud cloud_of(const std::vector<Vec3d>& in_map, std::vector<float> after_s = {}) {
  Sweep sweep{.stamp = Timestamp::from_seconds(100)};
  for (const Vec3d p : in_map) sweep.points.push_back({cast<float>(p)});
  sweep.measured_after_s = std::move(after_s);
  std::vector<uint32_t> all(in_map.size());
  std::iota(all.begin(), all.end(), 0u);
  return object_cloud(sweep, all);
}

std::vector<Vec3d> moved(std::vector<Vec3d> points, Vec3d translation, double yaw) {
  const Quaterniond turn = Quaterniond::from_rpy(0.0, 0.0, yaw);
  for (Vec3d& p : points) p = turn * p + translation;
  return points;
}

// Largest distance between where a fit and the true motion about the origin move points.
double error_m(const ClusterFit& fit, Vec3d pivot, Vec3d translation, double yaw) {
  const Quaterniond turn = Quaterniond::from_rpy(0.0, 0.0, yaw);
  const Quaterniond found = Quaterniond::from_rpy(0.0, 0.0, fit.motion.yaw);
  double most = 0;
  for (const Vec3d p : car(0)) {
    const Vec3d by_fit = pivot + fit.motion.translation + found * (p - pivot);
    const Vec3d d = by_fit - (turn * p + translation);
    most = std::max(most, std::hypot(d.x, d.y));
  }
  return most;
}

TEST(RegisterClusters, FindsTheMotionOfACorner) {
  const Vec3d way{1.1, 0.2, 0};
  for (const double yaw : {0.0, 0.05, -0.1}) {
    const ObjectCloud a = cloud_of(car(0)), b = cloud_of(moved(car(0.5), way, yaw));
    const ClusterFit fit = register_clusters(a, b, {{way.x + 0.15, way.y - 0.15, 0}, 0}, {});
    EXPECT_LT(error_m(fit, a.mean, way, yaw), 0.05) << yaw;
    EXPECT_LT(fit.misfit_m, 0.03);
    EXPECT_GT(fit.overlap, 0.9);
    EXPECT_FALSE(fit.unobserved[0] || fit.unobserved[1] || fit.unobserved[3]);
    EXPECT_LT(std::sqrt(fit.covariance[0]), 0.1);
  }
}

TEST(RegisterClusters, TellsThatALongWallHidesTheMotionAlongIt) {
  std::vector<Vec3d> wall, later;
  for (double z = 0.3; z < 3; z += 0.2) {
    for (double x = -4; x <= 4; x += 0.1) wall.push_back({x, 3, z}), later.push_back({x + 0.05, 3.2, z});
  }
  const ClusterFit fit =
      register_clusters(cloud_of(wall), cloud_of(later), {{0.6, 0.1, 0}, 0}, {}, {.start_sd_m = 0.1});
  EXPECT_TRUE(fit.unobserved[0]);
  EXPECT_FALSE(fit.unobserved[1]);
  EXPECT_NEAR(fit.motion.translation.y, 0.2, 0.02);
  EXPECT_NEAR(fit.motion.translation.x, 0.6, 0.1);  // as it was estimated before
}

TEST(RegisterClusters, MovesPointsToOneTimeWithTheVelocity) {
  // The car drives at 20 m/s while its points are measured within 40 ms, in opposite orders in both sweeps.
  const std::vector<Vec3d> points = car(0);
  const double speed = 20;
  std::vector<Vec3d> first, second;
  std::vector<float> first_s, second_s;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double t = 0.04 * (static_cast<double>(i) / static_cast<double>(points.size()) - 0.5);
    first.push_back(points[i] + Vec3d{speed * t, 0, 0}), first_s.push_back(static_cast<float>(t));
    second.push_back(points[i] + Vec3d{2 - speed * t, 0, 0}), second_s.push_back(static_cast<float>(-t));
  }
  const ObjectCloud a = cloud_of(first, first_s), b = cloud_of(second, second_s);
  const ClusterFit with = register_clusters(a, b, {{2.1, 0, 0}, 0}, {speed, 0, 0});
  const ClusterFit without = register_clusters(a, b, {{2.1, 0, 0}, 0}, {});
  EXPECT_LT(with.misfit_m, 0.01);
  EXPECT_GT(without.misfit_m, 2 * with.misfit_m + 0.01);
  EXPECT_LT(error_m(with, a.mean, {2, 0, 0}, 0), 0.05);
}

TEST(RegisterClusters, PeopleDoNotTurn) {
  std::vector<Vec3d> person;
  for (double z = 0.2; z < 1.8; z += 0.1) {
    for (double a = 0; a < 3; a += 0.3) person.push_back({0.25 * std::cos(a), 0.25 * std::sin(a), z});
  }
  const ObjectCloud a = cloud_of(person), b = cloud_of(moved(person, {0.15, 0, 0}, 0.4));
  const ClusterFit fit = register_clusters(a, b, {{0.1, 0, 0}, 0}, {});
  EXPECT_LT(std::abs(fit.motion.yaw), 0.02);
}

TEST(RegisterClusters, ChoosesTheStartAfterWhichTheCloudsAgree) {
  const ObjectCloud a = cloud_of(car(0)), b = cloud_of(moved(car(0.5), {1.5, -0.4, 0}, 0));
  const std::vector<ClusterMotion> starts{{{0, 0, 0}, 0}, {{3, 0, 0}, 0}, {{1.45, -0.35, 0}, 0}, {{1.4, 0.9, 0}, 0}};
  EXPECT_EQ(best_start(a, b, starts, {}), 2u);
}

TEST(VoteTranslation, FindsTheMotionOfAPartialView) {
  // The second sighting shows the back only.
  std::vector<Vec3d> back;
  for (const Vec3d p : moved(car(0.5), {2.3, -0.7, 0}, 0.02)) {
    if (p.x < 0.2) back.push_back(p);
  }
  const std::vector<Vec3d> found = vote_translation(cloud_of(car(0)), cloud_of(back), {});
  ASSERT_FALSE(found.empty());
  double least = 1e9;
  for (const Vec3d t : found) least = std::min(least, std::hypot(t.x - 2.3, t.y + 0.7));
  EXPECT_LT(least, 0.2);
}

TEST(VoteTranslation, LooksAroundTheExpectedTranslationOnly) {
  const ObjectCloud a = cloud_of(car(0)), b = cloud_of(moved(car(0), {10, 0, 0}, 0));
  for (const Vec3d t : vote_translation(a, b, {9.5, 0, 0}, {.reach_m = 1})) EXPECT_LT(std::abs(t.x - 9.5), 1.2);
  const Vec3d best = vote_translation(a, b, {9.5, 0, 0}, {.reach_m = 1}).at(0);
  EXPECT_NEAR(best.x, 10, 0.06);  // half a cell
  EXPECT_NEAR(best.y, 0, 0.06);
  EXPECT_TRUE(vote_translation(a, b, {-20, 0, 0}, {.reach_m = 1}).empty());
}

}  // namespace
}  // namespace gs::mapping
