// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The clock of packets: offset, counter overflow and restarts of the sensor.
#include "gs/lidar/packet_clock.h"

#include <gtest/gtest.h>

namespace gs::lidar {
namespace {

constexpr int64_t kEpoch = 1'700'000'000'000'000'000, kMs = 1'000'000;

TEST(PacketClock, KeepsACounterThatShowsTheClockOfTheLog) {
  PacketClock clock;
  EXPECT_EQ(clock.time_of(kEpoch, {kEpoch + 40 * kMs}).ns, kEpoch);
}

// Packets that arrive late do not move the time of the measurement.
TEST(PacketClock, TakesTheOffsetFromThePacketWithTheShortestDelay) {
  PacketClock clock;
  EXPECT_EQ(clock.time_of(1000 * kMs, {kEpoch}).ns, kEpoch);
  EXPECT_EQ(clock.time_of(1001 * kMs, {kEpoch + kMs}).ns, kEpoch + kMs);
  EXPECT_NEAR(static_cast<double>(clock.time_of(1002 * kMs, {kEpoch + 30 * kMs}).ns - kEpoch), 2e6, 5e3);
  // This one arrived sooner than all before.
  EXPECT_EQ(clock.time_of(1003 * kMs, {kEpoch + 2 * kMs}).ns, kEpoch + 2 * kMs);
}

TEST(PacketClock, ContinuesWhereTheCounterWraps) {
  PacketClock clock(Duration::from_ms(3'600'000));
  const Timestamp before = clock.time_of(3'599'999 * kMs, {kEpoch});
  const Timestamp behind = clock.time_of(1 * kMs, {kEpoch + 2 * kMs});
  EXPECT_EQ((behind - before).ns, 2 * kMs);
  // A late packet of the hour before.
  EXPECT_EQ((clock.time_of(3'599'999 * kMs, {kEpoch + 2 * kMs}) - before).ns / kMs, 0);
}

TEST(PacketClock, StartsAgainAfterARestartOfTheSensor) {
  PacketClock clock;
  clock.time_of(500'000 * kMs, {kEpoch});
  EXPECT_EQ(clock.time_of(0, {kEpoch + 5000 * kMs}).ns, kEpoch + 5000 * kMs);
}

TEST(PacketClock, SurvivesAnyNumbers) {
  PacketClock clock(Duration::from_ms(3'600'000));
  for (const int64_t counter : {INT64_MIN, int64_t{-1}, int64_t{0}, INT64_MAX}) {
    for (const int64_t stamp : {INT64_MIN, int64_t{0}, INT64_MAX}) clock.time_of(counter, {stamp});
  }
}

}  // namespace
}  // namespace gs::lidar
