// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Loops are found by their descriptor, measured by registration, and absent on an open path.
#include "gs/mapping/odometry/loop_closure.h"

#include <gtest/gtest.h>

#include "gs/mapping/testing/hall.h"

namespace gs::mapping {
namespace {

using testing::HallDrive;

// Boxes without symmetry, so that no other position looks alike.
testing::Hall irregular_hall() {
  testing::Hall hall;
  hall.min = {-30, -25, 0}, hall.max = {35, 30, 8};
  hall.boxes = {{{-20, -18, 0}, {-14, -15, 4}}, {{10, 15, 0}, {13, 22, 6}}, {{22, -20, 0}, {28, -16, 3}},
                {{-24, 8, 0}, {-21, 20, 5}},    {{-3, -2, 0}, {3, 3, 3.5}}, {{5, -24, 0}, {7, -21, 7}}};
  return hall;
}

PointBuffer points_at(const Rigid3d& pose) {
  HallDrive drive;
  drive.hall = irregular_hall(), drive.start = pose;
  PointBuffer points;
  const Sweep sweep = drive.read(0).value();
  for (const SweepPoint& p : sweep.points) points.push(p.position_in_base, 0);
  return points;
}

TEST(SweepDescriptor, FindsTheHeadingAndTellsPositionsApart) {
  const Vec3d here{-10, -8, 0};
  const SweepDescriptor a = describe_sweep(points_at({{}, here}));
  const SweepDescriptor turned = describe_sweep(points_at({Quaterniond::from_rpy(0.0, 0.0, 30 * kPi / 180), here}));
  const SweepDescriptor elsewhere = describe_sweep(points_at({{}, {18, 18, 0}}));
  EXPECT_LT(compare(a, a).distance, 1e-6);
  EXPECT_NEAR(compare(a, turned).yaw_rad, 30 * kPi / 180, 0.06);
  EXPECT_LT(compare(a, turned).distance, 0.15);
  EXPECT_GT(compare(a, elsewhere).distance, 2 * compare(a, turned).distance);
  EXPECT_EQ(compare(a, describe_sweep({})).distance, 1);
}

// One circle of radius 15 m and a part of the second one: 120 m in 12 s.
struct Circle {
  HallDrive drive;
  std::vector<OdometryPose> poses;  // true poses, later ones displaced by a planted drift
  std::vector<std::size_t> sweep_of_pose;
};
Circle circle(Vec3d drift) {
  Circle out;
  out.drive.hall = irregular_hall();
  out.drive.twist = {{0, 0, 10.0 / 15}, {10, 0, 0}};
  out.drive.start = {{}, {0, -13, 0}};
  out.drive.columns = 240, out.drive.sweeps = 108;
  for (std::size_t i = 0; i < out.drive.sweeps; i += 2) {
    const double t = 0.1 * static_cast<double>(i) + 0.05 * (1 - 1.0 / out.drive.columns);
    Rigid3d pose = out.drive.pose(t);
    pose.translation += drift * (t / 10);
    out.poses.push_back({.stamp = Timestamp::from_seconds(100 + t), .map_from_base = pose});
    out.poses.back().state = SweepState::registered;
    out.sweep_of_pose.push_back(i);
  }
  return out;
}

TEST(LoopClosure, MeasuresAPlantedDrift) {
  const Vec3d drift{0.6, -0.5, 0.2};
  Circle c = circle(drift);
  NoProgress progress;
  const auto loops = find_loops(c.drive, c.sweep_of_pose, c.poses, {}, {}, progress);
  ASSERT_TRUE(loops);
  ASSERT_GE(loops->factors.size(), 2u);
  for (const RelativeFactor& f : loops->factors) {
    EXPECT_GT(f.to, f.from);
    const auto truth = [&](std::size_t i) { return c.drive.pose(HallDrive::seconds(c.poses[i].stamp)); };
    const Rigid3d off = (truth(f.from).inverse() * truth(f.to)).inverse() * f.from_from_to;
    EXPECT_LT(norm(off.translation), 0.05);
    EXPECT_LT(norm(rotation_vector(off.rotation)), 0.004);
  }
}

TEST(LoopClosure, FindsNoneOnAnOpenPathAndChecksItsInput) {
  Circle c = circle({});
  c.poses.resize(30), c.sweep_of_pose.resize(30);
  NoProgress progress;
  const auto none = find_loops(c.drive, c.sweep_of_pose, c.poses, {}, {}, progress);
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->factors.empty());
  c.sweep_of_pose.pop_back();
  EXPECT_EQ(find_loops(c.drive, c.sweep_of_pose, c.poses, {}, {}, progress).error().code, ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace gs::mapping
