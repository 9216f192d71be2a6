// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The ground surface: planes, kerbs, holes, echoes, and its limits of error on a synthetic street.
#include "gs/mapping/ground/ground_surface.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gs/core/parallel.h"
#include "gs/mapping/testing/street.h"

namespace gs::mapping {
namespace {

using testing::Street;
using testing::StreetDrive;

Trajectory path_along_x(double from, double to, double slope = 0) {
  std::vector<StampedPose> poses;
  for (int i = 0; i <= 20; ++i) {
    const double x = from + (to - from) * i / 20;
    poses.push_back(
        {Timestamp::from_seconds(0.1 * i), {Quaterniond::from_rpy(0.0, -std::atan(slope), 0.0), {x, 0, slope * x}}});
  }
  return Trajectory::from_poses(std::move(poses)).value();
}

// Points of a surface every 5 cm over |x| <= 12, |y| <= 8.
template <class Height>
std::vector<MapPoint> points_of(Height&& height) {
  std::vector<MapPoint> points;
  for (double y = -8; y <= 8; y += 0.05) {
    for (double x = -12; x <= 12; x += 0.05) {
      const double z = height(x, y);
      if (!std::isnan(z)) points.push_back({{x, y, z}, 0, 1});
    }
  }
  return points;
}

GroundSurface ground_of(const std::vector<MapPoint>& map, const GroundOptions& options = {.margin_m = 7}) {
  return GroundSurfaceBuilder::run(map, path_along_x(-5, 5), std::nullopt, options).value();
}

TEST(GroundSurface, FollowsATiltedPlane) {
  const GroundSurface ground = ground_of(points_of([](double x, double y) { return 0.08 * x - 0.05 * y; }));
  for (double x = -10; x <= 10; x += 0.73) {
    for (double y = -6; y <= 6; y += 0.71) ASSERT_NEAR(ground_height(ground, x, y).value(), 0.08 * x - 0.05 * y, 0.005);
  }
}

TEST(GroundSurface, PutsItsSamplesOnMultiplesOfTheResolution) {
  const GroundSurface ground = ground_of(points_of([](double, double) { return 0.0; }));
  EXPECT_NEAR(ground.origin_x, -12.0, 1e-9);
  EXPECT_NEAR(ground.origin_y, -7.0, 1e-9);
  EXPECT_EQ(ground.width, 241);
  EXPECT_EQ(ground.height, 141);
  EXPECT_FALSE(ground_height(ground, -12.2, 0).has_value());
  EXPECT_TRUE(ground_height(ground, 12.0, 7.0).has_value());
}

TEST(GroundSurface, IgnoresRoofsAndEchoesFromBelow) {
  std::vector<MapPoint> map = points_of([](double, double) { return 0.0; });
  const std::vector<MapPoint> roof = points_of([](double x, double y) { return x > 2 && y > 2 ? 4.0 : std::nan(""); });
  map.insert(map.end(), roof.begin(), roof.end());
  for (int i = 0; i < 50; ++i) map.push_back({{-6 + 0.2 * i, 3.03, -0.9}, 0, 1});
  const GroundSurface ground = ground_of(map);
  EXPECT_NEAR(ground_height(ground, 5, 5).value(), 0, 1e-6);
  EXPECT_NEAR(ground_height(ground, 1, 3).value(), 0, 1e-6);
}

TEST(GroundSurface, KeepsKerbsSharp) {
  const GroundSurface ground = ground_of(points_of([](double, double y) { return y > 3.02 ? 0.15 : 0.0; }));
  EXPECT_NEAR(ground_height(ground, 1, 2.8).value(), 0.0, 1e-6);
  EXPECT_NEAR(ground_height(ground, 1, 3.3).value(), 0.15, 1e-6);
}

TEST(GroundSurface, FillsEnclosedHolesOnly) {
  const auto height = [](double x, double y) {
    const bool hole = std::abs(x - 3) < 1.5 && std::abs(y - 4) < 1.0;  // 6 m^2, enclosed
    const bool rim = y < -4;                                           // open to the edge
    return hole || rim ? std::nan("") : 0.1 * x;
  };
  const GroundSurface ground = ground_of(points_of(height));
  EXPECT_NEAR(ground_height(ground, 3, 4).value(), 0.3, 0.005);
  EXPECT_FALSE(ground_height(ground, 0, -5.5).has_value());
  const GroundSurface kept = ground_of(points_of(height), {.margin_m = 7, .max_hole_m2 = 3});
  EXPECT_FALSE(ground_height(kept, 3, 4).has_value());
  EXPECT_GT(ground.interpolated, 500u);
}

TEST(GroundSurface, KnowsTheGroundUnderThePathEvenUnseen) {
  const auto seen = [](double x, double) { return x < 0 ? 0.05 * x : std::nan(""); };
  const GroundSurface ground =
      GroundSurfaceBuilder::run(points_of(seen), path_along_x(-5, 5, 0.05), std::nullopt, {.margin_m = 7}).value();
  for (double x = -5; x <= 5; x += 0.1) ASSERT_NEAR(ground_height(ground, x, 0).value(), 0.05 * x, 0.01);
  EXPECT_GT(ground.from_path, 0u);
}

TEST(GroundSurface, MeetsItsBarsOnADriveThroughAStreet) {
  Street street = testing::furnished_street();
  street.slope = 0.02;
  street.noise_m = 0.02;
  for (auto& box : street.boxes) box.min.z -= 3, box.max.z += 1;
  StreetDrive drive(street, 50);
  const Trajectory path = drive.trajectory();
  NoProgress progress;
  const StaticMap map = PointcloudIntegrator::run(drive, {}, progress).value();
  const GroundSurface ground = GroundSurfaceBuilder::run(map.points, path, std::nullopt, {}).value();

  std::vector<double> errors;
  std::size_t road = 0, covered = 0;
  for (double x = -20; x <= 20; x += 0.1) {
    for (double y = -7.5; y <= 7.5; y += 0.1) {
      if (x > 4.8 && x < 9.7 && y > 1.9 && y < 4.1) continue;  // under the parked car
      const auto z = ground_height(ground, x, y);
      road += std::abs(y) < 4;
      covered += std::abs(y) < 4 && z.has_value();
      if (z) errors.push_back(std::abs(*z - street.height(x, y)));
    }
  }
  double squares = 0;
  for (const double e : errors) squares += e * e;
  std::sort(errors.begin(), errors.end());
  const double rmse = std::sqrt(squares / static_cast<double>(errors.size()));
  RecordProperty("rmse_m", std::to_string(rmse));
  EXPECT_LE(rmse, 0.02);
  EXPECT_LE(errors[errors.size() * 95 / 100], 0.04);
  EXPECT_GE(static_cast<double>(covered), 0.98 * static_cast<double>(road));
  for (const auto& pose : path.poses()) {
    EXPECT_TRUE(ground_height(ground, pose.map_from_body.translation.x, 0).has_value());
  }
}

TEST(GroundSurface, IsTheSameWhateverTheThreadCount) {
  const std::vector<MapPoint> map = points_of([](double x, double y) { return 0.02 * std::sin(x) + 0.01 * y; });
  const auto run = [&](int threads) {
    const ScopedThreadCount scope(threads);
    return ground_of(map, {.margin_m = 2});
  };
  EXPECT_EQ(run(1).heights, run(3).heights);
}

TEST(GroundSurface, SaysWhatIsMissing) {
  const auto code = [](const Result<GroundSurface>& result) { return result.error().code; };
  const std::vector<MapPoint> flat = points_of([](double, double) { return 0.0; });
  const Trajectory path = path_along_x(-5, 5);
  EXPECT_EQ(code(GroundSurfaceBuilder::run(flat, {}, std::nullopt, {})), ErrorCode::invalid_argument);
  EXPECT_EQ(code(GroundSurfaceBuilder::run({}, path, std::nullopt, {})), ErrorCode::invalid_data);
  EXPECT_EQ(code(GroundSurfaceBuilder::run(flat, path, Extent{1, 1, 0, 5}, {})), ErrorCode::invalid_argument);
  EXPECT_EQ(code(GroundSurfaceBuilder::run(flat, path, Extent{0, 1e6, 0, 1e6}, {})), ErrorCode::limit_exceeded);
}

}  // namespace
}  // namespace gs::mapping
