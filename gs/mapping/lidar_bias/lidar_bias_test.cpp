// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Planted elevation and rotation of a LiDAR are found and applied; nothing planted: nothing applied.
#include "gs/mapping/lidar_bias/lidar_bias.h"

#include <gtest/gtest.h>

#include <array>

#include "gs/core/parallel.h"
#include "gs/mapping/lidar_bias/hand_eye.h"
#include "gs/mapping/lidar_bias/plane_adjustment.h"
#include "gs/mapping/testing/street.h"

namespace gs::mapping {
namespace {

using testing::Beams;
using testing::Street;
using testing::StreetDrive;

constexpr double kDeg = kPi / 180;

// A street of walls, bays and a slight slope, long enough for 70 m of driving.
Street long_street() {
  Street street;
  street.noise_m = 0.015;
  street.slope = 0.01;
  for (int i = -10; i < 20; ++i) {
    street.boxes.push_back({{7.0 * i, 7.2, 0}, {7.0 * i + 3, 12, 7}});
    street.boxes.push_back({{7.0 * i + 3, -11, 0}, {7.0 * i + 5.5, -8.3, 6}});
  }
  return street;
}

// Elevation found on 40 m of the street with the given beams, starting from the true poses bent by a pitch per metre.
PlaneAdjustment adjust(const Beams& beams, double bend_rad_per_m, bool with_elevation = true) {
  StreetDrive drive(long_street(), 40, beams);
  std::vector<KeySweep> sweeps;
  for (std::size_t i = 0; i < drive.count(); ++i) {
    const Sweep sweep = drive.read(i).value();
    KeySweep key{sweep.map_from_base, {}};
    const double gone = static_cast<double>(i);
    key.map_from_base.rotation =
        normalized(key.map_from_base.rotation * rotation_from_vector({0, bend_rad_per_m * gone, 0}));
    key.map_from_base.translation.z -= 0.5 * bend_rad_per_m * gone * gone;
    for (std::size_t k = 0; k < sweep.points.size(); k += 2) {
      const Vec3d point = cast<double>(sweep.points[k].position_in_base), ray = point - sweep.sensor_in_base;
      if (norm(ray) > 3 && norm(ray) < 45) {
        key.points.push_back({cast<float>(point), cast<float>(elevation_derivative(ray, {0, 0, 1}))});
      }
    }
    sweeps.push_back(std::move(key));
  }
  return adjust_planes(sweeps, with_elevation).value();
}

TEST(LidarCorrection, TurnsRaysInElevationAndKeepsRanges) {
  Sweep sweep{.sensor_in_base = {1, 0, 2}};
  for (const Vec3d ray : {Vec3d{10, 0, 0}, Vec3d{0, 5, -2}, Vec3d{-3, 4, 1}, Vec3d{0, 0, 7}}) {
    sweep.points.push_back({cast<float>(sweep.sensor_in_base + ray), 1});
  }
  const Sweep out = corrected(sweep, {.elevation_rad = 0.01});
  for (std::size_t i = 0; i < 3; ++i) {
    const auto ray = [&](const Sweep& s) { return cast<double>(s.points[i].position_in_base) - sweep.sensor_in_base; };
    const auto elevation = [](Vec3d r) { return std::atan2(r.z, std::hypot(r.x, r.y)); };
    EXPECT_NEAR(elevation(ray(out)) - elevation(ray(sweep)), 0.01, 1e-6);
    EXPECT_NEAR(norm(ray(out)), norm(ray(sweep)), 1e-5);
    EXPECT_NEAR(std::atan2(ray(out).y, ray(out).x), std::atan2(ray(sweep).y, ray(sweep).x), 1e-6);
  }
  EXPECT_NEAR(norm(out.points[3].position_in_base - sweep.points[3].position_in_base), 0, 1e-3);  // along the axis
}

TEST(LidarCorrection, TurnsAboutThePositionOfEachRay) {
  Sweep sweep{.sensor_in_base = {1, 0, 2}};
  sweep.points = {{{11, 0, 2}, 1}, {{11, 0, 2}, 1}};
  sweep.ray_origins = {{1, 0, 2}, {2, 0, 2}};
  const Sweep out = corrected(sweep, {.rotation = {0, -0.1, 0}});  // nose up
  EXPECT_NEAR(out.points[0].position_in_base.z, 2 + 10 * std::sin(0.1), 1e-5);
  EXPECT_NEAR(out.points[1].position_in_base.z, 2 + 9 * std::sin(0.1), 1e-5);
  EXPECT_EQ(corrected(sweep, {}).points[0].position_in_base, sweep.points[0].position_in_base);
}

TEST(PlaneAdjustment, FindsThePlantedElevation) {
  const PlaneAdjustment found = adjust({.columns = 500, .rows = 64, .elevation_error_rad = 0.2 * kDeg}, 0);
  EXPECT_NEAR(found.elevation_rad, -0.2 * kDeg, 0.01 * kDeg);
  EXPECT_LT(found.formal_sigma_rad, 0.01 * kDeg);
  EXPECT_LT(found.residual_after, found.residual_before);
}

TEST(PlaneAdjustment, FindsThePlantedElevationWithSixteenBeams) {
  const PlaneAdjustment found = adjust({.columns = 900, .rows = 16, .elevation_error_rad = 0.2 * kDeg}, 0);
  EXPECT_NEAR(found.elevation_rad, -0.2 * kDeg, 0.03 * kDeg);
}

// The start is bent as registration with such beams bends it: 0.013 deg/m.
TEST(PlaneAdjustment, FindsTheElevationFromABentStartAndStraightensThePath) {
  const PlaneAdjustment found = adjust({.columns = 500, .rows = 64, .elevation_error_rad = 0.2 * kDeg}, 0.013 * kDeg);
  EXPECT_NEAR(found.elevation_rad, -0.2 * kDeg, 0.01 * kDeg);
  const StreetDrive drive(long_street(), 40);
  EXPECT_LT(angle_between(found.poses.back().rotation, drive.pose(3.9).rotation), 0.05 * kDeg);
}

TEST(PlaneAdjustment, FindsNothingWhereNothingIsPlanted) {
  EXPECT_LT(std::abs(adjust({.columns = 500, .rows = 64}, 0).elevation_rad), 0.01 * kDeg);
  EXPECT_EQ(adjust({.columns = 500, .rows = 64}, 0, false).elevation_rad, 0);
}

TEST(PlaneAdjustment, NeedsPlanesAndSweeps) {
  EXPECT_FALSE(adjust_planes({}, true));
  EXPECT_FALSE(adjust_planes({{}, {}, {}, {}}, true));
}

// A path with bends; the LiDAR's data is turned by a known rotation about its position.
TEST(HandEye, FindsAConstantRotation) {
  const Vec3d planted{0.004, -0.0035, 0.006}, sensor{1.1, 0.2, 1.9};
  const Quaterniond error = rotation_from_vector(planted);
  std::vector<Rigid3d> odometry{{}}, lidar;
  for (int i = 1; i < 80; ++i) {
    odometry.push_back(odometry.back() * Rigid3d{Quaterniond::from_rpy(0, 0.01 * std::sin(0.3 * i), 0.03), {1, 0, 0}});
  }
  // base_link as the LiDAR sees it: lidar * s = odometry * s, with axes turned by the inverse of the correction.
  for (const Rigid3d& pose : odometry) {
    const Quaterniond rotation = pose.rotation * error;
    lidar.push_back({rotation, pose * sensor - rotation * sensor});
  }
  const HandEyeRotation found = solve(compare_steps(lidar, odometry, sensor));
  EXPECT_NEAR(found.rotation.x, planted.x, 2e-4);
  EXPECT_NEAR(found.rotation.y, planted.y, 2e-5);
  EXPECT_NEAR(found.rotation.z, planted.z, 2e-5);
  EXPECT_LT(found.sigma_rad.y, 0.05 * kDeg);
}

TEST(HandEye, AStraightPathSaysNothingAboutRoll) {
  std::vector<Rigid3d> path;
  for (int i = 0; i < 40; ++i) path.push_back({{}, {double(i), 0, 0}});
  const HandEyeRotation found = solve(compare_steps(path, path, {1, 0, 2}));
  EXPECT_GT(found.sigma_rad.x, 1);
  EXPECT_LT(found.sigma_rad.y, 0.1 * kDeg);
  EXPECT_EQ(found.rotation.x, 0);
  EXPECT_EQ(solve(compare_steps({}, {}, {})).rotation, Vec3d{});
}

LidarBias estimate(const Beams& beams, std::size_t sweeps = 70) {
  StreetDrive drive(long_street(), sweeps, beams);
  NoProgress progress;
  testing::KeptSweeps kept(drive);
  const auto found = estimate_lidar_bias(kept, drive.trajectory(), drive.trajectory(), {}, progress).value();
  return found.empty() ? LidarBias{} : found[0];
}

TEST(LidarBias, AppliesAPlantedElevation) {
  const LidarBias bias = estimate({.columns = 400, .rows = 64, .elevation_error_rad = 0.2 * kDeg});
  EXPECT_EQ(bias.pieces.size(), 3u);
  EXPECT_NEAR(bias.elevation_rad, -0.2 * kDeg, 0.01 * kDeg) << bias.elevation_reason;
  EXPECT_EQ(bias.correction.elevation_rad, bias.elevation_rad) << bias.elevation_reason;
  EXPECT_LT(bias.elevation_sigma_rad, 0.01 * kDeg);
  EXPECT_EQ(bias.correction.rotation, Vec3d{}) << bias.rotation_reason;
}

TEST(LidarBias, AppliesNothingWhereNothingIsPlanted) {
  const LidarBias bias = estimate({.columns = 400, .rows = 64});
  EXPECT_EQ(bias.pieces.size(), 3u);
  EXPECT_TRUE(bias.correction.is_none()) << bias.elevation_reason << "; " << bias.rotation_reason;
}

TEST(LidarBias, AppliesAPlantedPitchOfTheExtrinsics) {
  const LidarBias bias = estimate({.columns = 400, .rows = 64, .rotation_error = {0, 0.3 * kDeg, 0}});
  EXPECT_NEAR(bias.rotation.y, -0.3 * kDeg, 0.03 * kDeg) << bias.rotation_reason;
  EXPECT_NEAR(bias.correction.rotation.y, -0.3 * kDeg, 0.03 * kDeg) << bias.rotation_reason;
  EXPECT_EQ(bias.correction.elevation_rad, 0) << bias.elevation_reason;
}

// Four pieces with the elevations that they find [deg], and their fits without and with that of the others.
std::vector<BiasPiece> four_pieces(std::array<double, 4> elevations_deg, std::array<double, 4> with) {
  constexpr std::array kWithout{0.574773, 0.593278, 0.587563, 0.629782};
  std::vector<BiasPiece> out;
  for (std::size_t i = 0; i < 4; ++i) {
    out.push_back(
        {.elevation_rad = elevations_deg[i] * kDeg, .residual_without = kWithout[i], .residual_with = with[i]});
  }
  return out;
}

// Fits of a drive of 293 m with 16 beams planted 0.2 deg off: two pieces of four fit worse by chance.
TEST(LidarBias, PiecesThatFindTheSameElevationAgree) {
  constexpr std::array kWith{0.583709, 0.577943, 0.578671, 0.637806};
  EXPECT_TRUE(others_agree(four_pieces({-0.19, -0.2, -0.21, -0.197}, kWith)));
  EXPECT_FALSE(others_agree(four_pieces({-0.19, -0.2, 0.05, -0.197}, kWith)));  // one piece finds another
  EXPECT_FALSE(others_agree(four_pieces({-0.19, -0.2, -0.21, -0.197}, {0.6, 0.577943, 0.578671, 0.65})));  // worse fits
  EXPECT_TRUE(others_agree(four_pieces({-0.19, -0.2, 0.05, -0.197}, {0.57, 0.57, 0.57, 0.637806})));  // better fits
  EXPECT_FALSE(others_agree({}));
}

TEST(LidarBias, AStandingVehicleHasNoPieces) {
  StreetDrive drive(long_street(), 5, {.columns = 100, .rows = 16});
  std::vector<StampedPose> still;
  for (int i = 0; i < 5; ++i) still.push_back({Timestamp::from_seconds(0.1 * i), {}});
  const Trajectory path = Trajectory::from_poses(still).value();
  NoProgress progress;
  EXPECT_TRUE(estimate_lidar_bias(drive, path, path, {}, progress).value().empty());
  EXPECT_TRUE(is_planar(path));
  EXPECT_FALSE(is_planar(drive.trajectory()));
}

}  // namespace
}  // namespace gs::mapping
