// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Pacing with artificial times: no test waits for the wall clock.
#include <gtest/gtest.h>

#include "gs/bridge/runner/pacer.h"
#include "gs/bridge/runner/rate_meter.h"
#include "gs/sim/sim_clock.h"

namespace gs::bridge {
namespace {

using namespace std::chrono_literals;

constexpr Pacer::Clock::time_point kStart{1h};

TEST(Pacer, StepNIsDueAtNPeriods) {
  Pacer pacer(0.01, kStart);
  for (int i = 1; i <= 3; ++i) pacer.count(kStart);
  EXPECT_EQ(pacer.left(kStart), 30ms);
  EXPECT_EQ(pacer.left(kStart + 40ms), -10ms);
}

TEST(Pacer, ABacklogIsForgotten) {
  Pacer pacer(0.01, kStart);
  pacer.count(kStart + 1s);
  pacer.count(kStart + 1s);
  EXPECT_EQ(pacer.left(kStart + 1s), 10ms);
}

// The smallest factors give the longest period; they do not overflow and run as fast as possible.
TEST(Pacer, ThePeriodOfATinyFactorDoesNotOverflow) {
  Pacer pacer(sim::wall_seconds_per_step(Duration::from_ms(10), 1e-300), kStart);
  for (int i = 0; i < 100'000; ++i) pacer.count(kStart);
  EXPECT_GT(pacer.left(kStart), 24h * 365);
}

// A long wait asks repeatedly whether to continue.
TEST(Pacer, WaitsInSlicesUntilToldToStop) {
  Pacer pacer(1e6);
  pacer.count();
  int asked = 0;
  EXPECT_FALSE(wait_until_due(pacer, [&](Pacer::Clock::duration slice) {
    EXPECT_LE(slice, 20ms);
    return ++asked < 3;
  }));
  EXPECT_EQ(asked, 3);
}

TEST(RateMeter, ShowsTheLastSecondAndForgetsAPause) {
  RateMeter meter;
  meter.restart(0);
  for (int i = 1; i <= 300; ++i) meter.add(0.01 * i, 0.01);
  EXPECT_NEAR(meter.rate(), 1.0, 1e-9);
  for (int i = 1; i <= 150; ++i) meter.add(3 + 0.01 * i, 0.005);  // half as fast from here on
  EXPECT_NEAR(meter.rate(), 0.5, 0.01);
  meter.restart(64.5);  // a pause of a minute
  for (int i = 1; i <= 10; ++i) meter.add(64.5 + 0.01 * i, 0.02);
  EXPECT_NEAR(meter.rate(), 2.0, 1e-9);
}

TEST(RateMeter, IsZeroBeforeTheFirstStep) {
  RateMeter meter;
  meter.restart(0);
  EXPECT_EQ(meter.rate(), 0.0);
}

}  // namespace
}  // namespace gs::bridge
