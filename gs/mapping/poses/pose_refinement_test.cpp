// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Registration of all sweeps of a drive: smooth drift is found, good poses are left alone.
#include "gs/mapping/poses/pose_refinement.h"

#include <gtest/gtest.h>

#include "gs/core/parallel.h"
#include "gs/mapping/poses/plane_map.h"
#include "gs/mapping/testing/street.h"

namespace gs::mapping {
namespace {

using testing::Street;
using testing::StreetDrive;

// Houses with bays: their walls constrain the position along the street.
Street street_with_bays() {
  Street street = testing::furnished_street();
  street.noise_m = 0.02;
  for (int i = -8; i < 12; ++i) {
    street.boxes.push_back({{7.0 * i, 7.2, 0}, {7.0 * i + 2, 8, 6}});
    street.boxes.push_back({{7.0 * i + 3, -9, 0}, {7.0 * i + 4.5, -8.3, 5}});
  }
  return street;
}

// Adds a smooth drift that is zero at the start and at most 0.3 m and one degree.
Trajectory drifted(const Trajectory& truth) {
  std::vector<StampedPose> poses = truth.poses();
  const double length_s = (truth.end() - truth.start()).seconds();
  for (StampedPose& pose : poses) {
    const double u = (pose.stamp - truth.start()).seconds() / length_s;
    const double share = 0.5 * (1 - std::cos(3 * kPi * u));
    const Vec3d turn = Vec3d{0.2, -0.3, 0.93} * (share * kPi / 180);
    pose.map_from_body = pose.map_from_body * Rigid3d{rotation_from_vector(turn), Vec3d{0.21, 0.19, 0.1} * share};
  }
  return Trajectory::from_poses(std::move(poses)).value();
}

struct Off {
  double position_m = 0, turn_rad = 0;  // root mean squares
};
Off compare(const Trajectory& truth, const Trajectory& other) {
  double position2 = 0, turn2 = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const Rigid3d &a = truth.poses()[i].map_from_body, &b = other.poses()[i].map_from_body;
    position2 += square(norm(a.translation - b.translation));
    turn2 += square(angle_between(a.rotation, b.rotation));
  }
  const auto n = static_cast<double>(truth.size());
  return {std::sqrt(position2 / n), std::sqrt(turn2 / n)};
}

RefinedPoses refine(SweepSource& sweeps, const Trajectory& odometry, const PoseRefinementOptions& options = {}) {
  NoProgress progress;
  return refine_poses(sweeps, odometry, options, progress).value();
}

TEST(PoseRefinement, TakesOutASmoothDrift) {
  StreetDrive drive(street_with_bays(), 50);
  const Trajectory truth = drive.trajectory(), odometry = drifted(truth);
  const RefinedPoses refined = refine(drive, odometry);
  const Off before = compare(truth, odometry), after = compare(truth, refined.trajectory);
  EXPECT_GT(before.position_m, 0.12);
  EXPECT_LT(after.position_m, 0.02);
  EXPECT_LT(after.turn_rad, 0.05 * kPi / 180);
  EXPECT_EQ(refined.sweeps, 50u);
  EXPECT_EQ(refined.unmatched, 0u);
  ASSERT_EQ(refined.registered.size(), 50u);
  EXPECT_EQ(refined.registered[0].matches, 0u);  // the first has no map to match
  EXPECT_GT(refined.registered[1].matches, 200u);
  EXPECT_LT(refined.residual_after_m, 0.05);
}

TEST(PoseRefinement, LeavesGoodPosesAlone) {
  StreetDrive drive(street_with_bays(), 20);
  const RefinedPoses refined = refine(drive, drive.trajectory());
  EXPECT_LT(compare(drive.trajectory(), refined.trajectory).position_m, 0.01);
  for (const RegisteredSweep& sweep : refined.registered) EXPECT_TRUE(sweep.weak_shifts.empty());
}

TEST(PoseRefinement, LeavesGoodPosesAloneWithSixteenBeams) {
  StreetDrive drive(street_with_bays(), 30, {.columns = 900, .rows = 16});
  const RefinedPoses refined = refine(drive, drive.trajectory());
  EXPECT_LT(compare(drive.trajectory(), refined.trajectory).position_m, 0.05);
}

// Between bare walls only lorries that creep ahead have surfaces across the street: they pull the poses along.
TEST(PoseRefinement, LeavesOutSurfacesThatWereSeenForAShortTime) {
  Street street;
  street.noise_m = 0.01;
  street.boxes = {{{-100, 8, 0}, {200, 12, 9}}, {{-100, -14, 0}, {200, -9, 7}}};
  for (int i = 0; i < 6; ++i) {
    const double x = 8.0 * i - 10;
    street.boxes.push_back({{x, 2.5, 0.4}, {x + 5, 5.5, 3.5}, {1.8, 0, 0}});
  }
  StreetDrive drive(street, 40);
  const auto error_with = [&](double min_age_s) {
    return compare(drive.trajectory(), refine(drive, drive.trajectory(), {.min_age_s = min_age_s}).trajectory)
        .position_m;
  };
  EXPECT_LT(error_with(0.5), 0.5 * error_with(0));
}

TEST(PoseRefinement, KeepsSweepsAside) {
  StreetDrive drive(street_with_bays(), 20);
  const RefinedPoses refined = refine(drive, drive.trajectory(), {.hold_out_every = 5});
  EXPECT_EQ(refined.registered.size(), 16u);
  EXPECT_LT(compare(drive.trajectory(), refined.trajectory).position_m, 0.01);
}

TEST(PoseRefinement, CorrectionsOfPosesAreInterpolated) {
  const Trajectory path = StreetDrive(Street{}, 20).trajectory();
  std::vector<StampedPose> moved = {path.poses()[4], path.poses()[14]};
  moved[1].map_from_body.translation.y += 1;
  const Trajectory out = with_poses(path, moved).value();
  const auto shift = [&](std::size_t i) {
    return out.poses()[i].map_from_body.translation.y - path.poses()[i].map_from_body.translation.y;
  };
  EXPECT_NEAR(shift(0), 0, 1e-9);
  EXPECT_NEAR(shift(9), 0.5, 1e-9);
  EXPECT_NEAR(shift(19), 1, 1e-9);
  EXPECT_EQ(with_poses(path, {}).value().size(), path.size());
}

// A plane alone constrains height, roll and pitch; the rest must come from odometry.
TEST(PoseRefinement, KeepsOdometryWhereTheSurroundingsSayNothing) {
  Street plane;
  plane.half_width = 1e6;
  StreetDrive drive(plane, 20);
  const Trajectory truth = drive.trajectory();
  const RefinedPoses refined = refine(drive, truth);
  const Off off = compare(truth, refined.trajectory);
  EXPECT_LT(off.position_m, 0.01);
  EXPECT_LT(off.turn_rad, 1e-3);
  // What it does not show is reported and holds no information: two translations and the heading.
  const RegisteredSweep& last = refined.registered.back();
  EXPECT_EQ(last.weak_shifts.size(), 2u);
  ASSERT_EQ(last.weak_turns.size(), 1u);
  EXPECT_GT(std::abs(last.weak_turns[0].z), 0.99);
  EXPECT_NEAR(last.information[3][3] / last.information[5][5], 0, 1e-6);
  EXPECT_NEAR(last.information[2][2] / last.information[1][1], 0, 1e-6);
}

// Bare walls that are rough: their normals scatter and move along with the vehicle.
TEST(PoseRefinement, ATunnelDoesNotPullThePosesAlong) {
  Street tunnel;
  tunnel.noise_m = 0.03;
  tunnel.boxes = {{{-100, 6, 0}, {200, 9, 9}}, {{-100, -9, 0}, {200, -6, 9}}};
  StreetDrive drive(tunnel, 40);
  const RefinedPoses refined = refine(drive, drive.trajectory());
  EXPECT_LT(compare(drive.trajectory(), refined.trajectory).position_m, 0.01);
  std::size_t along = 0;
  for (const RegisteredSweep& sweep : refined.registered) {
    along += sweep.weak_shifts.size() == 1 && std::abs(sweep.weak_shifts[0].x) > 0.99 ? 1 : 0;
  }
  EXPECT_GT(along, 35u);
}

TEST(PoseRefinement, IsTheSameWhateverTheThreadCount) {
  StreetDrive drive(street_with_bays(), 8);
  const Trajectory odometry = drifted(drive.trajectory());
  const auto run = [&](int threads) {
    const ScopedThreadCount scope(threads);
    return refine(drive, odometry).trajectory;
  };
  const Trajectory one = run(1), three = run(3);
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_EQ(one.poses()[i].map_from_body, three.poses()[i].map_from_body);
  }
}

TEST(PoseRefinement, RefusesNoOdometryAndPassesOnErrors) {
  testing::BrokenSweeps broken;
  NoProgress progress;
  EXPECT_EQ(refine_poses(broken, {}, {}, progress).error().code, ErrorCode::invalid_argument);
  const Trajectory still = Trajectory::from_poses({{Timestamp{}, Rigid3d{}}}).value();
  EXPECT_EQ(refine_poses(broken, still, {}, progress).error().code, ErrorCode::io_error);
}

TEST(PlaneMap, FindsThePlaneOfAVoxelAndForgets) {
  PlaneMap map(0.5);
  std::vector<Vec3d> points;
  for (int i = 0; i < 40; ++i) points.push_back({10 + 0.05 * (i % 8), 3 + 0.09 * (i / 8), 1.1 + 0.01 * (i % 8)});
  map.add(points);
  const PlaneMap::Plane* plane = map.find({10.2, 3.2, 1.2});
  ASSERT_NE(plane, nullptr);
  EXPECT_NEAR(std::abs(dot(plane->normal, normalized(Vec3d{-0.2, 0, 1}))), 1, 1e-9);
  EXPECT_NEAR(dot(plane->normal, plane->point - points[7]), 0, 1e-9);
  EXPECT_EQ(map.find({20, 3, 1}), nullptr);
  map.forget_beyond({100, 0, 0}, 50);
  EXPECT_EQ(map.size(), 0u);
}

// A wall 12 m to the left: range noise spreads the points towards the sensor, but not in height.
TEST(PlaneMap, OneRingOfALidarOnAWallIsNoPlane) {
  PlaneMap map(0.5);
  std::vector<Vec3d> ring;
  for (int i = 0; i < 40; ++i) ring.push_back({10 + 0.0125 * i, 12.1 + 0.01 * ((i * 7) % 5 - 2), 1.2});
  map.add(ring);
  EXPECT_EQ(map.find({10.2, 12.1, 1.2}), nullptr);
  for (Vec3d& p : ring) p.z += 0.25;  // with a second ring the points define the wall
  map.add(ring);
  const PlaneMap::Plane* wall = map.find({10.2, 12.1, 1.2});
  ASSERT_NE(wall, nullptr);
  EXPECT_GT(std::abs(wall->normal.y), 0.99);
}

}  // namespace
}  // namespace gs::mapping
