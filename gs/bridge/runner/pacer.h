// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Says when a step is due so that step n ends at start + n * period, and forgets a backlog it cannot catch up with. It
// does not sleep: whoever waits does so in slices, and looks meanwhile whether the run should end.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace gs::bridge {

class Pacer {
 public:
  using Clock = std::chrono::steady_clock;
  // period_s: [s], at most kMaxWallSecondsPerStep; 0: never waits.
  explicit Pacer(double period_s, Clock::time_point now = Clock::now()) : period_s_(period_s), start_(now) {}

  void restart(double period_s, Clock::time_point now = Clock::now()) {
    period_s_ = period_s, start_ = now, steps_ = 0;
  }
  double period_s() const { return period_s_; }
  // One more step was made.
  void count(Clock::time_point now = Clock::now()) {
    if (period_s_ <= 0) return;
    ++steps_;
    constexpr auto kForget = std::chrono::milliseconds(200);
    if (now - due() > kForget) start_ = now, steps_ = 0;
  }
  // How long until the next step may begin; zero or less: now.
  Clock::duration left(Clock::time_point now = Clock::now()) const {
    return period_s_ <= 0 ? Clock::duration::zero() : due() - now;
  }

 private:
  Clock::time_point due() const {
    constexpr double kFar_s = 1e9;  // thirty years: far from the end of the clock
    return start_ + std::chrono::duration_cast<Clock::duration>(
                        std::chrono::duration<double>(std::min(period_s_ * static_cast<double>(steps_), kFar_s)));
  }
  double period_s_;
  Clock::time_point start_;
  uint64_t steps_ = 0;
};

// Longest part of a wait in which nobody is asked whether to go on.
inline constexpr std::chrono::milliseconds kWaitSlice{20};

// Waits until the pacer is due in slices of kWaitSlice. `wait(limit)` waits at most that long and says whether to go
// on; false when it said no.
template <class Wait>
bool wait_until_due(const Pacer& pacer, const Wait& wait) {
  while (true) {
    const auto left = pacer.left();
    if (left <= Pacer::Clock::duration::zero()) return true;
    if (!wait(std::min<Pacer::Clock::duration>(left, kWaitSlice))) return false;
  }
}

}  // namespace gs::bridge
