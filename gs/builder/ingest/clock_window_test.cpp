// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The part of a recording whose clock runs steadily, compared with a slow search.
#include "gs/builder/ingest/clock_window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gs/core/numbers/random.h"

namespace gs::builder {
namespace {

Timestamp at_s(double seconds) { return Timestamp::from_seconds(seconds); }

// Appends stamps at 10 Hz.
void drive(std::vector<Timestamp>& stamps, double begin_s, double end_s) {
  for (double t = begin_s; t < end_s; t += 0.1) stamps.push_back(at_s(t));
}

TEST(ClockWindow, OfASteadyClockIsEverything) {
  std::vector<Timestamp> stamps;
  drive(stamps, 100, 130);
  std::swap(stamps[3], stamps[4]);  // slight disorder
  const ClockWindow window = longest_clock_run(stamps);
  EXPECT_EQ(window.begin, stamps.front());
  EXPECT_EQ(window.end, stamps.back());
  EXPECT_FALSE(window.jumped);
}

TEST(ClockWindow, LeavesOutTimesThatTwoRunsCover) {
  std::vector<Timestamp> stamps;
  drive(stamps, 100, 150);
  drive(stamps, 80, 110);  // the clock was set back and repeats times of the first run
  const ClockWindow window = longest_clock_run(stamps);
  EXPECT_TRUE(window.jumped);
  EXPECT_TRUE(window.contains(at_s(120)));
  EXPECT_FALSE(window.contains(at_s(105)));
  EXPECT_FALSE(window.contains(at_s(90)));
}

TEST(ClockWindow, OfNothingIsNothing) { EXPECT_FALSE(longest_clock_run({}).jumped); }

TEST(ClockWindow, StampsAtTheEndsOfTimeAreAJumpLikeAnyOther) {
  constexpr Timestamp kFirst{std::numeric_limits<int64_t>::min()}, kLast{std::numeric_limits<int64_t>::max()};
  std::vector<Timestamp> stamps{kLast, kFirst};
  drive(stamps, 100, 110);
  const ClockWindow window = longest_clock_run(stamps);
  EXPECT_TRUE(window.jumped);
  EXPECT_EQ(window.begin, at_s(100));
  EXPECT_FALSE(window.contains(kLast));
}

// Every message of this log jumps. Comparing all pairs of runs would take 10^10 steps.
TEST(ClockWindow, AHundredThousandJumpsEndAtOnce) {
  constexpr int kJumps = 100'000;
  for (const double step_s : {-61.0, 61.0}) {
    std::vector<Timestamp> stamps;
    for (int i = 0; i < kJumps; ++i) stamps.push_back(at_s(1e8 + step_s * i));
    drive(stamps, 10, 20);
    const ClockWindow window = longest_clock_run(stamps);
    EXPECT_TRUE(window.jumped);
    EXPECT_EQ(window.begin, at_s(10));
  }
}

// Reference implementation by comparing all runs.
ClockWindow looked_up_one_by_one(std::span<const Timestamp> stamps) {
  struct Run {
    Timestamp oldest, newest;
    int count;
  };
  std::vector<Run> runs;
  for (const Timestamp t : stamps) {
    const auto fits = std::find_if(runs.rbegin(), runs.rend(), [&](const Run& r) {
      return t >= r.newest - Duration::from_ms(1000) && t <= r.newest + Duration::from_ms(60'000);
    });
    if (fits == runs.rend()) {
      runs.push_back({t, t, 1});
    } else {
      *fits = {std::min(fits->oldest, t), std::max(fits->newest, t), fits->count + 1};
    }
  }
  const auto longest = std::ranges::max_element(runs, {}, &Run::count);
  for (auto other = runs.begin(); other != runs.end(); ++other) {
    if (other == longest || other->newest < longest->oldest || other->oldest > longest->newest) continue;
    if (longest->newest - other->newest > other->oldest - longest->oldest) {
      longest->oldest = other->newest + Duration{1};
    } else {
      longest->newest = other->oldest - Duration{1};
    }
  }
  return {longest->oldest, longest->newest, runs.size() > 1};
}

TEST(ClockWindow, FindsTheRunsOfTheSlowSearch) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed, purpose("clock_window_test"), 0);
    std::vector<Timestamp> stamps;
    double now_s = 1000;
    for (uint32_t i = 0, count = 1 + random.below(60); i < count; ++i) {
      const bool jumps = random.uniform() < 0.4;
      now_s = jumps ? std::floor(random.uniform(0, 300)) : now_s + random.uniform(-1.2, 20);
      stamps.push_back(at_s(now_s));
    }
    const ClockWindow window = longest_clock_run(stamps), expected = looked_up_one_by_one(stamps);
    EXPECT_EQ(window.begin, expected.begin) << seed;
    EXPECT_EQ(window.end, expected.end) << seed;
    EXPECT_EQ(window.jumped, expected.jumped) << seed;
  }
}

}  // namespace
}  // namespace gs::builder
