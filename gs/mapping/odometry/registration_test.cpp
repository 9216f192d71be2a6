// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Registration against planes finds known motions and reports directions that nothing determines.
#include "gs/mapping/odometry/registration.h"

#include <gtest/gtest.h>

#include "gs/core/parallel.h"
#include "gs/mapping/poses/normal_equations.h"
#include "gs/mapping/testing/hall.h"

namespace gs::mapping {
namespace {

using testing::furnished_hall;
using testing::Hall;
using testing::HallDrive;

PointBuffer points_of(const Sweep& sweep) {
  PointBuffer points;
  for (const SweepPoint& p : sweep.points) points.push(p.position_in_base, 0);
  return points;
}

// A sweep of a LiDAR that stands at `pose`.
PointBuffer seen_from(const Hall& hall, const Rigid3d& pose, std::size_t index = 0) {
  HallDrive drive;
  drive.hall = hall, drive.start = pose;
  return points_of(drive.read(index).value());
}

struct Off {
  double shift_m, turn_rad;
};
Off off(const Rigid3d& a, const Rigid3d& b) {
  return {norm(a.translation - b.translation), angle_between(a.rotation, b.rotation)};
}

const Rigid3d kHere{Quaterniond::from_rpy(0.0, 0.0, 0.2), {-20, 1, 0}};

TEST(Registration, FindsKnownMotions) {
  const Hall hall = furnished_hall();
  VoxelPlanes map(1.0);
  map.add(seen_from(hall, kHere), kHere);
  const Rigid3d motions[] = {{{}, {}},
                             {{}, {0.6, 0, 0}},
                             {{}, {-0.3, 0.5, 0.1}},
                             {Quaterniond::from_rpy(0.01, -0.02, 0.05), {0.3, -0.2, 0.05}}};
  std::size_t index = 1;
  for (const Rigid3d& motion : motions) {
    const Rigid3d truth = kHere * motion;
    const Registration found = register_points(map, seen_from(hall, truth, index++), {.map_from_base = kHere}, {});
    ASSERT_TRUE(found.converged);
    EXPECT_LT(off(found.map_from_base, truth).shift_m, 0.01);
    EXPECT_LT(off(found.map_from_base, truth).turn_rad, 0.001);
    EXPECT_GT(found.matched_share, 0.35);
    EXPECT_LT(found.rms_m, 0.03);
    EXPECT_TRUE(found.weak_shifts.empty() && found.weak_turns.empty());
  }
}

// Smooth walls do not show the motion along a tunnel: it is reported, and the prior holds there and only there.
TEST(Registration, ReportsTheDirectionAlongATunnelAndKeepsThePrior) {
  Hall tunnel;
  tunnel.min.x = -1e6, tunnel.max.x = 1e6;
  const Rigid3d here{{}, {0, 1, 0}}, truth{{}, {1.0, 1.2, 0.1}}, prior{{}, {0.7, 1, 0}};
  VoxelPlanes map(1.0);
  map.add(seen_from(tunnel, here), here);
  const Registration found = register_points(map, seen_from(tunnel, truth, 1), {.map_from_base = prior}, {});
  ASSERT_TRUE(found.converged);
  ASSERT_EQ(found.weak_shifts.size(), 1u);
  EXPECT_TRUE(found.weak_turns.empty());
  EXPECT_GT(std::abs(found.weak_shifts[0].x), 0.99);
  EXPECT_NEAR(found.map_from_base.translation.x, 0.7, 0.01);
  EXPECT_NEAR(found.map_from_base.translation.y, 1.2, 0.01);
  EXPECT_NEAR(found.map_from_base.translation.z, 0.1, 0.01);
  EXPECT_LT(found.shift_share, 0.006);
}

// A flat field constrains height, roll and pitch only.
TEST(Registration, ReportsPositionAndYawOfAFlatField) {
  Hall field;
  field.min = {-1e6, -1e6, 0}, field.max = {1e6, 1e6, 1e6};
  VoxelPlanes map(1.0);
  map.add(seen_from(field, {}), {});
  const Rigid3d truth{{}, {0.5, 0, 0.2}}, prior{Quaterniond::from_rpy(0.01, 0.0, 0.02), {0.4, 0.1, 0}};
  const Registration found = register_points(map, seen_from(field, truth, 1), {.map_from_base = prior}, {});
  ASSERT_TRUE(found.converged);
  EXPECT_EQ(found.weak_shifts.size(), 2u);
  ASSERT_EQ(found.weak_turns.size(), 1u);
  EXPECT_GT(std::abs(found.weak_turns[0].z), 0.99);
  EXPECT_NEAR(found.map_from_base.translation.z, 0.2, 0.01);
  EXPECT_NEAR(found.map_from_base.translation.x, 0.4, 0.02);
  EXPECT_NEAR(to_rpy(found.map_from_base.rotation).yaw, 0.02, 0.002);
  EXPECT_NEAR(to_rpy(found.map_from_base.rotation).roll, 0, 0.001);
}

TEST(Registration, KeepsThePriorWithoutMatches) {
  VoxelPlanes map(1.0);
  const Registration empty = register_points(map, seen_from(furnished_hall(), kHere), {.map_from_base = kHere}, {});
  EXPECT_FALSE(empty.converged);
  EXPECT_EQ(empty.map_from_base, kHere);
  EXPECT_EQ(empty.matches, 0u);
  map.add(seen_from(furnished_hall(), kHere), kHere);
  EXPECT_FALSE(register_points(map, {}, {.map_from_base = kHere}, {}).converged);
}

TEST(Registration, AStiffPriorWins) {
  VoxelPlanes map(1.0);
  map.add(seen_from(furnished_hall(), kHere), kHere);
  const Rigid3d prior = kHere * Rigid3d{{}, {0.2, 0, 0}};
  const PosePrior stiff{.map_from_base = prior, .sigma_m = 1e-6, .sigma_rad = 1e-6};
  const Registration found = register_points(map, seen_from(furnished_hall(), kHere, 1), stiff, {});
  EXPECT_LT(off(found.map_from_base, prior).shift_m, 0.001);
}

TEST(Registration, IsTheSameWhateverTheThreadCount) {
  VoxelPlanes map(1.0);
  map.add(seen_from(furnished_hall(), kHere), kHere);
  const auto run = [&](int threads) {
    const ScopedThreadCount scope(threads);
    const Rigid3d prior = kHere * Rigid3d{{}, {0.3, 0, 0}};
    return register_points(map, seen_from(furnished_hall(), kHere, 1), {.map_from_base = prior}, {}).map_from_base;
  };
  EXPECT_EQ(run(1), run(3));
}

// A 6x6 system with a known solution, and Schur complements of a block matrix by hand.
TEST(NormalEquations, SolveAndSplit) {
  NormalEquations e;
  const double x[6] = {0.1, -0.2, 0.3, 1, 2, -3};
  Random random(1, purpose("equations"), 0);
  for (int i = 0; i < 20; ++i) {
    double j[6], r = 0;
    for (int k = 0; k < 6; ++k) j[k] = random.normal(0, 1), r -= j[k] * x[k];
    e.add(j, r, 0.5);
  }
  const auto step = solve(e);
  ASSERT_TRUE(step);
  EXPECT_NEAR(step->turn.x, 0.1, 1e-12);
  EXPECT_NEAR(step->shift.z, -3, 1e-12);
  EXPECT_FALSE(solve(NormalEquations{}));

  NormalEquations coupled;  // turn z and shift y compensate each other: (1, 1) only
  coupled.add({0, 0, 2, 0, 1, 0}, 0, 1);
  coupled.add({1, 0, 0, 0, 0, 0}, 0, 1);
  const SplitInformation split_up = split(coupled);
  EXPECT_NEAR(split_up.shift.m[1][1], 0, 1e-6);
  EXPECT_NEAR(split_up.turn.m[2][2], 0, 1e-6);
  EXPECT_NEAR(split_up.turn.m[0][0], 1, 1e-6);
}

}  // namespace
}  // namespace gs::mapping
