// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sensors on a straight, level and empty street, where every measurement of the road is known in closed form: the road
// is a roof with its ridge on the x axis, z = -0.022 |y| between the kerbs.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "gs/synth/sensors/camera_sensor.h"
#include "gs/synth/sensors/lidar_sensor.h"

namespace gs::synth {
namespace {

constexpr LidarOptions kExact{.range_noise_m = 0, .ray_drop = false};
const Rigid3d kLidarPose{{}, {60, -1.6, 1.9}};  // level, above the right lane

Scene& flat_street() {
  static Scene made = *Scene::make({.length_m = 200, .curvature_per_m = 0, .relief_m = 0, .density = 0}, false);
  return made;
}

// The points of a sweep; casting rays on this small street does not fail.
std::vector<LidarPoint> sweep(const char* model, double start_s, const std::function<Rigid3d(double)>& pose,
                              const LidarOptions& options = kExact, uint64_t seed = 1) {
  Result<std::vector<LidarPoint>> points =
      LidarSensor(*lidar_model(model)).sweep(flat_street(), start_s, pose, options, seed);
  return std::move(points).value();
}

// A sensor that stands still.
Rigid3d standing(double) { return kLidarPose; }

// Distance from `origin` along the unit vector `direction` to the right half of the road.
double distance_to_right_half(Vec3d origin, Vec3d direction) {
  return (origin.z - Road::kCamber * origin.y) / (Road::kCamber * direction.y - direction.z);
}

bool is_right_half(Vec3d point) { return point.y < -0.01 && point.y > -Road::kHalfWidth + 0.01; }

TEST(ClosedForm, LidarRangesOnTheRoad) {
  const auto points = sweep("os1_64", 0, standing);
  int checked = 0;
  for (const LidarPoint& point : points) {
    const Vec3d in_map = kLidarPose * cast<double>(point.point);
    if (point.material != Material::asphalt || !is_right_half(in_map)) continue;
    const double range = double{norm(point.point)};
    const Vec3d direction = cast<double>(point.point) / range;
    EXPECT_NEAR(range, distance_to_right_half(kLidarPose.translation, direction), 1e-4 * range);
    EXPECT_EQ(point.range_error_m, 0);
    EXPECT_EQ(point.instance, 0u);
    ++checked;
  }
  EXPECT_GT(checked, 3000);
}

// Every point lies on the beam of its ring, at the azimuth that the sensor has at the time of the point: it starts at
// the back and turns clockwise once per period.
TEST(ClosedForm, LidarPointsLieOnTheirBeams) {
  for (const char* name : {"vlp16", "os1_64"}) {
    const LidarModel model = *lidar_model(name);
    const auto points = sweep(name, 0, standing);
    std::set<int> rings;
    for (const LidarPoint& point : points) {
      const Vec3d p = cast<double>(point.point);
      EXPECT_NEAR(std::asin(p.z / norm(p)), model.elevation_rad[point.ring], 1e-5);
      const double column = std::round(double{point.time_s} / model.period_s * model.columns);
      EXPECT_NEAR(column, double{point.time_s} / model.period_s * model.columns, 1e-3) << "times are whole columns";
      const double azimuth = kPi - 2 * kPi * column / model.columns + model.azimuth_offset_rad[point.ring];
      EXPECT_NEAR(std::remainder(std::atan2(p.y, p.x) - azimuth, 2 * kPi), 0, 1e-5);
      rings.insert(point.ring);
      EXPECT_GE(norm(p), model.min_range_m - 1e-4);
      EXPECT_LE(norm(p), model.max_range_m + 1e-4);
    }
    EXPECT_GT(rings.size(), model.elevation_rad.size() / 2);
  }
}

// A sensor that moves along x at constant speed sees the road as if it stood still: the road is the same at every x.
// Per point, only time and position shift; ranges to the road stay equal.
TEST(ClosedForm, MotionAlongTheStreetKeepsRangesToTheRoad) {
  const auto moving = [](double t) { return Rigid3d{{}, {60 + 12 * t, -1.6, 1.9}}; };
  int checked = 0;
  const auto points = sweep("vlp16", 0.5, moving);
  for (const LidarPoint& point : points) {
    const Vec3d origin = moving(0.5 + double{point.time_s}).translation;
    const Vec3d in_map = origin + cast<double>(point.point);
    if (point.material != Material::asphalt || !is_right_half(in_map)) continue;
    const double range = double{norm(point.point)};
    EXPECT_NEAR(range, distance_to_right_half(origin, cast<double>(point.point) / range), 2e-4 * range);
    ++checked;
  }
  EXPECT_GT(checked, 500);
}

// The seed decides noise and drops, and nothing else.
TEST(ClosedForm, SeedsChangeOnlyTheNoise) {
  const auto noisy = [](uint64_t seed) {
    return sweep("vlp16", 0, standing, {.range_noise_m = 0.03, .ray_drop = false}, seed);
  };
  const auto a = noisy(1), again = noisy(1), other = noisy(2);
  ASSERT_EQ(a.size(), again.size());
  ASSERT_EQ(a.size(), other.size());
  std::size_t equal = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].point, again[i].point);
    EXPECT_EQ(a[i].ring, other[i].ring);
    EXPECT_EQ(a[i].intensity, other[i].intensity);
    equal += a[i].point == other[i].point;
    // The stated error is that of the range: without it, both seeds measure the same distance.
    EXPECT_NEAR(norm(a[i].point) - a[i].range_error_m, norm(other[i].point) - other[i].range_error_m, 1e-4);
  }
  EXPECT_LT(equal, a.size() / 100);
}

// A pinhole camera at height h that looks along the street sees the lane in row v at depth
// z = (h - 0.022 |y|) f / (v - cy), where y is the lateral position of the pixel at that depth.
TEST(ClosedForm, CameraDepthOfTheRoad) {
  CameraD model{.width = 160, .height = 120, .fx = 100, .fy = 100, .cx = 79.5, .cy = 59.5};
  model = with_limits(model);
  const Quaterniond optical = to_quaternion(Mat3d{{{0, 0, 1}, {-1, 0, 0}, {0, -1, 0}}});
  const Rigid3d pose{optical, {60, -1.6, 1.5}};
  const CameraFrame frame = CameraSensor(model).take(flat_street(), {&pose, 1}, {.noise = 0}, 1, true);
  int checked = 0;
  for (int y = 0; y < model.height; ++y) {
    for (int x = 0; x < model.width; ++x) {
      const auto i = static_cast<std::size_t>(y * model.width + x);
      EXPECT_EQ(frame.moving[i], 0);
      if (frame.instance[i] != 0 || !std::isfinite(frame.depth_m[i])) continue;
      // Direction in map for a depth of 1 m: forward, left, up.
      const Vec3d direction{1, -(x - model.cx) / model.fx, -(y - model.cy) / model.fy};
      const double depth = distance_to_right_half(pose.translation, direction);
      const Vec3d hit = pose.translation + direction * depth;
      if (depth < 0 || depth > 60 || !is_right_half(hit)) continue;
      EXPECT_NEAR(frame.depth_m[i], depth, 2e-4 * depth) << x << " " << y;
      ++checked;
    }
  }
  EXPECT_GT(checked, 2000);
}

// With a rolling shutter, a camera that rises during the readout sees the road of each row from the height of that row.
TEST(ClosedForm, RollingShutterRowsHaveTheirOwnPose) {
  CameraD model{.width = 64, .height = 48, .fx = 40, .fy = 40, .cx = 31.5, .cy = 23.5};
  model = with_limits(model);
  const Quaterniond optical = to_quaternion(Mat3d{{{0, 0, 1}, {-1, 0, 0}, {0, -1, 0}}});
  std::vector<Rigid3d> poses;
  for (int row = 0; row < model.height; ++row) poses.push_back({optical, {60, -1.6, 1.2 + 0.02 * row}});
  const CameraFrame frame = CameraSensor(model).take(flat_street(), poses, {.noise = 0}, 1, true);
  int checked = 0;
  for (int y = 30; y < model.height; ++y) {
    const int x = 32;
    const Vec3d origin = poses[static_cast<std::size_t>(y)].translation;
    const Vec3d direction{1, -(x - model.cx) / model.fx, -(y - model.cy) / model.fy};
    const double depth = distance_to_right_half(origin, direction);
    EXPECT_NEAR(frame.depth_m[static_cast<std::size_t>(y * model.width + x)], depth, 2e-4 * depth) << y;
    ++checked;
  }
  EXPECT_EQ(checked, 18);
}

}  // namespace
}  // namespace gs::synth
