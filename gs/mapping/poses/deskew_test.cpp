// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Deskew puts fixed points back in place; smooth poses pass through their samples.
#include "gs/mapping/poses/deskew.h"

#include <gtest/gtest.h>

#include <limits>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/mapping/poses/smooth_pose.h"

namespace gs::mapping {
namespace {

// Drive on a circle of 20 m radius at 10 m/s, with small roll, pitch and heave.
Rigid3d pose_on_circle(double t_s) {
  const double angle = 0.5 * t_s;
  return {Quaterniond::from_rpy(0.02 * std::sin(t_s), 0.01 * std::cos(2 * t_s), angle + kPi / 2),
          {20 * std::cos(angle), 20 * std::sin(angle), 0.1 * std::sin(t_s)}};
}

Trajectory circle(double rate_hz) {
  std::vector<StampedPose> poses;
  for (int i = 0; i <= static_cast<int>(10 * rate_hz); ++i) {
    const double t_s = i / rate_hz;
    poses.push_back({Timestamp::from_seconds(t_s), pose_on_circle(t_s)});
  }
  return Trajectory::from_poses(std::move(poses)).value();
}

// A sweep of fixed map points, each measured from the pose of the body at the time of the point.
Sweep sweep_of(const std::vector<Vec3d>& points_in_map, Timestamp stamp) {
  Sweep sweep{.stamp = stamp, .sensor_in_base = {1, 0, 1.8}};
  for (std::size_t i = 0; i < points_in_map.size(); ++i) {
    const double offset_s = -0.05 + 0.1 * static_cast<double>(i) / static_cast<double>(points_in_map.size());
    const Rigid3d base_from_map = pose_on_circle(stamp.seconds() + offset_s).inverse();
    sweep.points.push_back({cast<float>(base_from_map * points_in_map[i]), 1.0f});
    sweep.time_offset_s.push_back(static_cast<float>(offset_s));
  }
  return sweep;
}

std::vector<Vec3d> points_around(std::size_t count) {
  std::vector<Vec3d> points;
  for (std::size_t i = 0; i < count; ++i) {
    Random random(7, purpose("deskew_test"), i);
    points.push_back({random.uniform(-50, 50), random.uniform(-50, 50), random.uniform(0, 5)});
  }
  return points;
}

double worst_error_m(const Sweep& sweep, const std::vector<Vec3d>& truth) {
  double worst = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    worst = std::max(worst, norm(sweep.map_from_base * cast<double>(sweep.points[i].position_in_base) - truth[i]));
  }
  return worst;
}

TEST(Deskew, KeepsTheTimesOfMeasurement) {
  const Sweep sweep = sweep_of(points_around(50), Timestamp::from_seconds(5));
  const Sweep moved = deskew(sweep, circle(100)).value();
  EXPECT_EQ(moved.measured_after_s, sweep.time_offset_s);
  EXPECT_TRUE(moved.time_offset_s.empty());
}

TEST(Deskew, PutsFixedPointsBackWithinACentimetreInATurn) {
  const std::vector<Vec3d> truth = points_around(5000);
  const Sweep raw = sweep_of(truth, Timestamp::from_seconds(5.03));
  EXPECT_LT(worst_error_m(deskew(raw, circle(100)).value(), truth), 0.002);
  EXPECT_LT(worst_error_m(deskew(raw, circle(10)).value(), truth), 0.01);
}

TEST(Deskew, TellsWhereTheSensorWas) {
  const std::vector<Vec3d> truth = points_around(1000);
  const Sweep sweep = deskew(sweep_of(truth, Timestamp::from_seconds(5)), circle(100)).value();
  ASSERT_EQ(sweep.ray_origins.size(), truth.size());
  const Vec3d first = sweep.map_from_base * cast<double>(sweep.ray_origins.front());
  EXPECT_LT(norm(first - pose_on_circle(4.95) * Vec3d{1, 0, 1.8}), 0.005);
  EXPECT_TRUE(sweep.time_offset_s.empty());
}

TEST(Deskew, IsTheSameWhateverTheThreadCount) {
  const Sweep raw = sweep_of(points_around(100'000), Timestamp::from_seconds(5));
  const auto run = [&](int threads) {
    const ScopedThreadCount scope(threads);
    return deskew(raw, circle(50)).value();
  };
  const Sweep one = run(1), three = run(3);
  for (std::size_t i = 0; i < raw.points.size(); ++i) {
    ASSERT_EQ(one.points[i].position_in_base, three.points[i].position_in_base);
  }
}

TEST(Deskew, GivesASweepWithoutTimesItsPose) {
  Sweep sweep{.stamp = Timestamp::from_seconds(2), .points = {{{1, 2, 3}, 4}}};
  const Sweep out = deskew(sweep, circle(10)).value();
  EXPECT_EQ(out.points[0].position_in_base, (Vec3f{1, 2, 3}));
  EXPECT_LT(norm(out.map_from_base.translation - pose_on_circle(2).translation), 1e-6);
}

TEST(Deskew, RefusesWhatItCannotPlace) {
  const Trajectory path = circle(10);
  const auto code = [&](Sweep sweep) { return deskew(std::move(sweep), path).error().code; };
  const Timestamp now = Timestamp::from_seconds(5);
  EXPECT_EQ(code({.stamp = Timestamp::from_seconds(99), .points = {{}}}), ErrorCode::invalid_data);
  EXPECT_EQ(code({.stamp = now, .points = {{}}, .time_offset_s = {60.0f}}), ErrorCode::invalid_data);
  EXPECT_EQ(code({.stamp = now, .points = {{}}, .time_offset_s = {0.0f, 0.0f}}), ErrorCode::invalid_data);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(code({.stamp = now, .points = {{}}, .time_offset_s = {nan}}), ErrorCode::invalid_data);
}

TEST(SmoothPose, PassesThroughItsPosesAndBeatsTheLine) {
  const Trajectory path = circle(10);
  EXPECT_LT(norm(smooth_pose_at(path, Timestamp::from_seconds(3))->translation - pose_on_circle(3).translation), 1e-9);
  const Timestamp between = Timestamp::from_seconds(3.05);
  const Rigid3d truth = pose_on_circle(3.05);
  const double line = norm(path.at(between)->translation - truth.translation);
  const double cubic = norm(smooth_pose_at(path, between)->translation - truth.translation);
  EXPECT_LT(cubic, 0.1 * line);
  EXPECT_LT(angle_between(smooth_pose_at(path, between)->rotation, truth.rotation), 1e-4);
}

TEST(SmoothPose, DoesNotReachBeyondTheEnds) {
  EXPECT_FALSE(smooth_pose_at(circle(10), Timestamp::from_seconds(11)).has_value());
  EXPECT_FALSE(smooth_pose_at({}, Timestamp::from_seconds(1)).has_value());
}

}  // namespace
}  // namespace gs::mapping
