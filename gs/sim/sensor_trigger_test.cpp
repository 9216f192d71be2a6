// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sensors fire at the nearest step, without drift over hours.
#include "gs/sim/sensor_trigger.h"

#include <gtest/gtest.h>

#include <vector>

#include "gs/sim/sim_clock.h"

namespace gs::sim {
namespace {

std::vector<int64_t> firing_ms(double rate_hz, uint64_t steps, int64_t dt_ms = 10) {
  const SensorTrigger trigger(rate_hz, Duration::from_ms(dt_ms));
  std::vector<int64_t> times;
  for (uint64_t step = 0; step <= steps; ++step) {
    if (trigger.fires_at(step)) times.push_back(static_cast<int64_t>(step) * dt_ms);
  }
  return times;
}

TEST(SensorTrigger, TwelveHertzFiresAtTheNearestSteps) {
  const auto times = firing_ms(12, 1000);
  EXPECT_EQ(std::vector<int64_t>(times.begin(), times.begin() + 4), (std::vector<int64_t>{0, 80, 170, 250}));
  EXPECT_EQ(times.size(), 121u);
}

TEST(SensorTrigger, CountsOverTenSecondsAreThoseOfTheConvention) {
  // Once for every k with k / r <= N dt + dt / 2.
  for (const auto& [rate, count] :
       {std::pair{7.0, 71u}, {12.0, 121u}, {20.0, 201u}, {30.0, 301u}, {33.0, 331u}, {100.0, 1001u}}) {
    EXPECT_EQ(firing_ms(rate, 1000).size(), count) << rate << " Hz";
  }
}

TEST(SensorTrigger, NeverMoreThanHalfAStepOffEvenAfterHours) {
  const Duration dt = Duration::from_ms(10);
  const SensorTrigger trigger(12, dt);
  const uint64_t hour = 360'000;
  int64_t k = 12 * 3600 * 5;
  for (uint64_t step = hour * 5; step < hour * 5 + 2000; ++step) {
    if (!trigger.fires_at(step)) continue;
    EXPECT_LE(std::abs(static_cast<double>(step) * 0.01 - static_cast<double>(k) / 12.0), 0.005 + 1e-9);
    ++k;
  }
  EXPECT_EQ(k, 12 * 3600 * 5 + 240);
}

TEST(SensorTrigger, TiesGoToTheEarlierStep) {
  const auto times = firing_ms(40, 10);  // due at 0, 25, 50, 75, 100 ms
  EXPECT_EQ(times, (std::vector<int64_t>{0, 20, 50, 70, 100}));
}

TEST(SensorTrigger, FasterThanTheClockFiresEveryStepAndIsReported) {
  EXPECT_TRUE(SensorTrigger(150, Duration::from_ms(10)).is_capped());
  EXPECT_FALSE(SensorTrigger(100, Duration::from_ms(10)).is_capped());
  EXPECT_EQ(firing_ms(150, 50).size(), 51u);
}

TEST(SimClock, TimeIsComputedFromTheStepNeverAddedUp) {
  SimClock clock(Timestamp::from_seconds(5), Duration{3'333'333});
  for (int i = 0; i < 1000; ++i) clock.advance();
  EXPECT_EQ(clock.now().ns, 5'000'000'000 + 3'333'333'000);
  clock.pause();
  EXPECT_TRUE(clock.paused());
  clock.resume();
  EXPECT_FALSE(clock.paused());
  EXPECT_DOUBLE_EQ(wall_seconds_per_step(Duration::from_ms(10), 2.0), 0.005);
  EXPECT_EQ(wall_seconds_per_step(Duration::from_ms(10), 0.0), 0.0);
}

}  // namespace
}  // namespace gs::sim
