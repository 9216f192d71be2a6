// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Packets are cut into sweeps where the azimuth passes zero, and at gaps.
#include "gs/lidar/sweep_cutter.h"

#include <gtest/gtest.h>

namespace gs::lidar {
namespace {

constexpr Timestamp kCutStart{1'700'000'000'000'000'000};

// One point every 100 hundredths of a degree and every 0.5 ms.
void turn(SweepCutter& cutter, int groups, int first_azimuth, Timestamp start = kCutStart) {
  for (int i = 0; i < groups; ++i) {
    cutter.begin((first_azimuth + 100 * i) % 36000, start + Duration{500'000 * i});
    cutter.add({.position = {1, 2, 3}}, 1e-6);
  }
}

TEST(SweepCutter, CutsWhereTheAzimuthPassesZero) {
  SweepCutter cutter;
  cutter.set_frame("velodyne");
  turn(cutter, 800, 18000);
  const auto sweeps = cutter.take_finished();
  ASSERT_EQ(sweeps.size(), 2u);
  EXPECT_EQ(sweeps[0].points.size(), 180u);
  EXPECT_EQ(sweeps[1].points.size(), 360u);
  EXPECT_EQ(sweeps[1].frame_id, "velodyne");
  EXPECT_EQ(sweeps[1].stamp, kCutStart + Duration{500'000 * 180});
  EXPECT_NEAR(sweeps[1].points[10].time_s, 10 * 5e-4 + 1e-6, 1e-8);
  const auto open = cutter.take_open();
  ASSERT_EQ(open.size(), 1u);
  EXPECT_EQ(open[0].points.size(), 260u);
  EXPECT_TRUE(cutter.take_open().empty());
}

TEST(SweepCutter, CutsAtAGapAndAfterASecond) {
  SweepCutter cutter;
  turn(cutter, 10, 0);
  turn(cutter, 10, 1000, kCutStart + Duration::from_ms(700));
  EXPECT_EQ(cutter.take_finished().size(), 1u);
  for (int i = 0; i < 15; ++i) cutter.begin(5000, kCutStart + Duration::from_ms(800 + 100 * i)), cutter.add({}, 0);
  EXPECT_EQ(cutter.take_finished().size(), 1u);
}

}  // namespace
}  // namespace gs::lidar
