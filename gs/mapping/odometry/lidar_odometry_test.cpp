// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// LiDAR odometry on synthetic drives: fast, curved, standing, degenerate, with gaps and few beams.
#include "gs/mapping/odometry/lidar_odometry.h"

#include <gtest/gtest.h>

#include <limits>

#include "gs/core/parallel.h"
#include "gs/mapping/testing/hall.h"

namespace gs::mapping {
namespace {

using testing::furnished_hall;
using testing::HallDrive;

HallDrive drive_of(Twist twist, std::size_t sweeps) {
  HallDrive drive;
  drive.hall = furnished_hall(), drive.twist = twist, drive.sweeps = sweeps;
  return drive;
}

std::vector<OdometryPose> run(HallDrive& drive, const MotionHints& hints = {}, const OdometryOptions& options = {}) {
  LidarOdometry odometry(options, hints);
  for (std::size_t i = 0; i < drive.count(); ++i) EXPECT_TRUE(odometry.add(drive.read(i).value()));
  return odometry.poses();
}

// Largest error of the track relative to its first pose.
struct TrackError {
  double shift_m = 0, turn_rad = 0;
};
TrackError error_of(const HallDrive& drive, const std::vector<OdometryPose>& poses) {
  TrackError worst;
  const Rigid3d first = drive.pose(HallDrive::seconds(poses.front().stamp));
  for (const OdometryPose& pose : poses) {
    const Rigid3d off = (first.inverse() * drive.pose(HallDrive::seconds(pose.stamp))).inverse() * pose.map_from_base;
    worst.shift_m = std::max(worst.shift_m, norm(off.translation));
    worst.turn_rad = std::max(worst.turn_rad, norm(rotation_vector(off.rotation)));
  }
  return worst;
}

// The speed at the start is not given, and every sweep is smeared by 1.2 m.
TEST(LidarOdometry, FollowsAFastStraightDrive) {
  HallDrive drive = drive_of({{}, {12, 0, 0}}, 40);
  const auto poses = run(drive);
  ASSERT_EQ(poses.size(), 40u);
  EXPECT_LT(error_of(drive, poses).shift_m, 0.05);
  EXPECT_LT(error_of(drive, poses).turn_rad, 0.002);
  EXPECT_EQ(poses[0].state, SweepState::first);
  EXPECT_EQ(poses[20].state, SweepState::registered);
}

TEST(LidarOdometry, FollowsACurve) {
  HallDrive drive = drive_of({{0, 0, 0.25}, {4, 0, 0}}, 40);
  drive.start.translation = {-10, -9, 0};
  const auto poses = run(drive);
  EXPECT_LT(error_of(drive, poses).shift_m, 0.05);
  EXPECT_LT(error_of(drive, poses).turn_rad, 0.003);
}

TEST(LidarOdometry, SixteenBeams) {
  HallDrive drive = drive_of({{}, {10, 0, 0}}, 40);
  drive.rows = 16;
  EXPECT_LT(error_of(drive, run(drive)).shift_m, 0.08);
}

TEST(LidarOdometry, StandsStill) {
  HallDrive drive = drive_of({}, 30);
  const auto poses = run(drive);
  EXPECT_LT(error_of(drive, poses).shift_m, 0.01);
  EXPECT_LT(error_of(drive, poses).turn_rad, 0.001);
}

TEST(LidarOdometry, WithoutPointTimesTakesSweepsAsDeskewed) {
  HallDrive drive = drive_of({{}, {5, 0, 0}}, 10);
  LidarOdometry odometry({});
  for (std::size_t i = 0; i < 10; ++i) {
    // A sweep that is deskewed: every point as seen from the pose of the stamp.
    HallDrive still = drive;
    still.twist = {};
    still.start = drive.pose(0.1 * static_cast<double>(i));
    Sweep sweep = still.read(i).value();
    sweep.time_offset_s.clear();
    ASSERT_TRUE(odometry.add(sweep));
  }
  EXPECT_LT(error_of(drive, odometry.poses()).shift_m, 0.03);
  EXPECT_EQ(odometry.poses()[3].stamp, Timestamp::from_seconds(100.3));
}

// In a tunnel the sweeps do not show the motion: it is reported, and odometry decides.
TEST(LidarOdometry, ReportsATunnelAndTrustsTheOdometry) {
  HallDrive drive = drive_of({{}, {10, 0, 0}}, 15);
  drive.hall.boxes.clear();
  drive.hall.min.x = -1e6, drive.hall.max.x = 1e6;
  std::vector<StampedPose> odometry;
  for (int i = -10; i < 40; ++i) odometry.push_back({Timestamp::from_seconds(100 + 0.05 * i), drive.pose(0.05 * i)});
  const Trajectory track = Trajectory::from_poses(odometry).value();
  const auto poses = run(drive, {.odometry = &track});
  EXPECT_LT(error_of(drive, poses).shift_m, 0.03);
  for (std::size_t i = 1; i < poses.size(); ++i) {
    EXPECT_EQ(poses[i].state, SweepState::weak);
    ASSERT_EQ(poses[i].weak_shifts.size(), 1u);
    EXPECT_GT(std::abs(poses[i].weak_shifts[0].x), 0.99);
  }
}

// The gyro follows a turn that changes faster than constant velocities can.
TEST(LidarOdometry, UsesTheGyro) {
  HallDrive drive = drive_of({{0, 0, 0.3}, {3, 0, 0}}, 20);
  drive.start.translation = {-10, -6, 0};
  std::vector<ImuSample> samples;
  for (int i = 0; i < 300; ++i)
    samples.push_back({Timestamp::from_seconds(99.5 + 0.01 * i), {0.002, 0, 0.3}, {0, 0, 9.8}});
  const ImuTrack imu(samples);
  const auto poses = run(drive, {.imu = &imu});
  EXPECT_LT(error_of(drive, poses).shift_m, 0.04);
  EXPECT_LT(error_of(drive, poses).turn_rad, 0.003);
}

TEST(LidarOdometry, SurvivesEmptySweepsAndPointsThatAreNotFinite) {
  HallDrive drive = drive_of({{}, {8, 0, 0}}, 25);
  LidarOdometry odometry({});
  for (std::size_t i = 0; i < 25; ++i) {
    Sweep sweep = drive.read(i).value();
    if (i == 0 || i == 9) sweep.points.clear(), sweep.time_offset_s.clear();
    for (std::size_t k = 0; k < sweep.points.size(); k += 7) {
      sweep.points[k].position_in_base.y = std::numeric_limits<float>::quiet_NaN();
      if (k % 2 == 0) sweep.time_offset_s[k] = std::numeric_limits<float>::infinity();
    }
    EXPECT_EQ(odometry.add(sweep).has_value(), i != 0);
  }
  ASSERT_EQ(odometry.poses().size(), 24u);
  EXPECT_EQ(odometry.poses()[8].state, SweepState::lost);
  EXPECT_EQ(odometry.poses()[9].state, SweepState::registered);
  const std::vector<OdometryPose>& poses = odometry.poses();
  EXPECT_LT(error_of(drive, {poses.begin(), poses.end()}).shift_m, 0.06);
}

// After a gap nothing is known about the motion: the sweep is marked, and the track goes on from a new map.
TEST(LidarOdometry, GoesOnAfterAGap) {
  HallDrive drive = drive_of({{}, {8, 0, 0}}, 65);
  LidarOdometry odometry({});
  for (std::size_t i = 0; i < 65; ++i) {
    if (i >= 20 && i < 45) continue;
    EXPECT_TRUE(odometry.add(drive.read(i).value()));
  }
  const auto& poses = odometry.poses();
  ASSERT_EQ(poses.size(), 40u);
  const Rigid3d step = poses[22].map_from_base.inverse() * poses[39].map_from_base;
  EXPECT_NEAR(norm(step.translation), 8 * 1.7, 0.05);
}

TEST(LidarOdometry, RefusesSweepsOutOfOrderAndWrongCounts) {
  HallDrive drive = drive_of({}, 3);
  LidarOdometry odometry({});
  ASSERT_TRUE(odometry.add(drive.read(1).value()));
  EXPECT_EQ(odometry.add(drive.read(0).value()).error().code, ErrorCode::invalid_data);
  Sweep wrong = drive.read(2).value();
  wrong.time_offset_s.pop_back();
  EXPECT_EQ(odometry.add(wrong).error().code, ErrorCode::invalid_data);
  EXPECT_EQ(odometry.poses().size(), 1u);
}

TEST(LidarOdometry, ChoosesLargerVoxelsForFewerBeams) {
  const auto voxel = [](int rows) {
    HallDrive drive = drive_of({}, 1);
    drive.rows = rows, drive.columns = 900;
    LidarOdometry odometry({});
    EXPECT_TRUE(odometry.add(drive.read(0).value()));
    return odometry.voxel_m();
  };
  EXPECT_LT(voxel(96), voxel(16));
}

TEST(LidarOdometry, IsTheSameWhateverTheThreadCount) {
  HallDrive drive = drive_of({{0, 0, 0.1}, {6, 0, 0}}, 6);
  const auto with = [&](int threads) {
    const ScopedThreadCount scope(threads);
    return run(drive).back().map_from_base;
  };
  EXPECT_EQ(with(1), with(3));
}

}  // namespace
}  // namespace gs::mapping
