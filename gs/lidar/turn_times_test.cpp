// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Times from azimuths: sense and start of the turn come from the order of the points.
#include "gs/lidar/turn_times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace gs::lidar {
namespace {

constexpr int kRings = 8, kColumns = 360;
constexpr double kPeriod_s = 0.1;

// A turn from start_rad on; `true_times` are those of the points. The upper rings miss their first quarter.
DecodedSweep turning_sweep(double start_rad, TurnSense sense, bool ring_by_ring, std::vector<double>& true_times) {
  DecodedSweep out;
  for (int i = 0; i < kRings * kColumns; ++i) {
    const int ring = ring_by_ring ? i / kColumns : i % kRings, column = ring_by_ring ? i % kColumns : i / kRings;
    if (ring >= 6 && column < kColumns / 4) continue;
    const double turn = static_cast<double>(column) / kColumns;
    const double azimuth = start_rad + 2 * std::numbers::pi * (sense == TurnSense::clockwise ? -turn : turn);
    out.points.push_back({.position = {10 * std::cos(azimuth), 10 * std::sin(azimuth), 0.1 * ring}, .ring = ring});
    true_times.push_back(turn * kPeriod_s);
  }
  return out;
}

double worst_time_error(const DecodedSweep& sweep, const std::vector<double>& true_times) {
  double worst = 0;
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    worst = std::max(worst, std::abs(double{sweep.points[i].time_s} - true_times[i]));
  }
  return worst;
}

TEST(TurnTimes, FollowTheOrderOfThePoints) {
  for (const TurnSense sense : {TurnSense::clockwise, TurnSense::counter_clockwise}) {
    for (const bool ring_by_ring : {false, true}) {
      for (const double start : {0.0, 3.1, -1.3}) {
        std::vector<double> true_times;
        DecodedSweep sweep = turning_sweep(start, sense, ring_by_ring, true_times);
        const auto turn = find_turn(sweep);
        ASSERT_TRUE(turn) << to_string(turn.error());
        EXPECT_EQ(turn->sense, sense);
        EXPECT_NEAR(std::remainder(turn->start_rad - start, 2 * std::numbers::pi), 0, 1e-9);
        ASSERT_TRUE(set_turn_times(sense, kPeriod_s, sweep));
        EXPECT_TRUE(sweep.has_times);
        EXPECT_LT(worst_time_error(sweep, true_times), 1e-6);
      }
    }
  }
}

TEST(TurnTimes, NeedRingsOrderAndAWholeTurn) {
  std::vector<double> unused;
  const DecodedSweep good = turning_sweep(0, TurnSense::clockwise, false, unused);
  DecodedSweep without_rings = good;
  for (DecodedPoint& point : without_rings.points) point.ring = -1;
  EXPECT_FALSE(find_turn(without_rings));
  DecodedSweep sorted = good;
  std::ranges::sort(sorted.points, {}, [](const DecodedPoint& p) { return std::abs(p.position.x); });
  EXPECT_FALSE(find_turn(sorted));
  DecodedSweep half = good;
  half.points.resize(half.points.size() / 2);
  EXPECT_FALSE(find_turn(half));
  // Another sense than that of the other sweeps changes nothing.
  DecodedSweep other = good;
  EXPECT_FALSE(set_turn_times(TurnSense::counter_clockwise, kPeriod_s, other));
  EXPECT_FALSE(other.has_times);
}

}  // namespace
}  // namespace gs::lidar
